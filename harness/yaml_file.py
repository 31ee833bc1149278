"""Read YAML that people write by hand: a key that is written twice is an error, not a silent choice of the last one."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import yaml

from harness.errors import ConfigError

try:
    # The same loader over libyaml, ten times as fast; every command reads its defaults.
    from yaml import CSafeLoader as _SafeLoader
except ImportError:  # a PyYAML that was built without it
    from yaml import SafeLoader as _SafeLoader  # type: ignore[assignment]

__all__ = ["load_yaml", "parse_yaml"]


class _StrictLoader(_SafeLoader):
    """Refuses duplicate keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Build a mapping; raise when a key occurs twice."""
        lines: dict[str, int] = {}
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag == "tag:yaml.org,2002:merge":
                continue
            line = key_node.start_mark.line + 1
            if key_node.value in lines:
                raise yaml.constructor.ConstructorError(
                    None,
                    None,
                    f"the key '{key_node.value}' is written twice, in lines {lines[key_node.value]} and {line}",
                )
            lines[key_node.value] = line
        return super().construct_mapping(node, deep=deep)


def load_yaml(path: Path | Traversable) -> object:
    """Return the content of a YAML file.

    Args:
        path: File to read.

    Raises:
        ConfigError: If it cannot be read, is no YAML, or writes a key twice; names the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"Cannot read the configuration file {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path.name} is not valid YAML: {error}") from error
    return parse_yaml(text, path.name)


def parse_yaml(text: str, name: str) -> Any:
    """Return the content of a YAML text.

    Args:
        text: What the file holds.
        name: Name of the file, for messages.

    Raises:
        ConfigError: If it is no YAML, or writes a key twice; names the line.
    """
    try:
        return yaml.load(text, Loader=_StrictLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        # A ValueError is such as a date that does not exist.
        reason = " ".join(str(error).replace('in "<unicode string>", ', "in ").split())
        raise ConfigError(f"{name} is not valid YAML: {reason}.") from error
