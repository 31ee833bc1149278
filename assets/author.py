"""Write all test assets: ``python assets/author.py``. Deterministic; ``--check`` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

from authoring.broken_bodies import body_cases  # noqa: E402
from authoring.broken_details import detail_cases  # noqa: E402
from authoring.broken_intake import intake_cases  # noqa: E402
from authoring.broken_shapes import shape_cases  # noqa: E402
from authoring.broken_values import value_cases  # noqa: E402
from authoring.good import good_cases  # noqa: E402
from authoring.joints import broken_joint_cases, good_joint_cases  # noqa: E402
from authoring.readme import readme  # noqa: E402
from authoring.urdf import urdf_cases  # noqa: E402


def all_files() -> dict[Path, bytes]:
    """Return the content of every generated file by path relative to this folder."""
    broken = [*intake_cases(), *body_cases(), *shape_cases(), *value_cases(), *detail_cases(), *broken_joint_cases()]
    cases = [*good_cases(), *good_joint_cases(), *sorted(broken, key=lambda c: c.folder), *urdf_cases()]
    files: dict[Path, bytes] = {}
    for case in cases:
        for path, content in case.files().items():
            if path in files:
                raise ValueError(f"{path} is written twice")
            files[path] = content
    files[Path("README.md")] = readme(cases).encode()
    return files


def main(arguments: list[str]) -> int:
    """Write or compare; return 1 when ``--check`` finds a difference."""
    files = all_files()
    present = {
        p.relative_to(FOLDER) for part in ("good", "broken", "urdf") for p in (FOLDER / part).rglob("*") if p.is_file()
    }
    stale = sorted(present - files.keys())
    changed = [p for p, content in files.items() if not (FOLDER / p).is_file() or (FOLDER / p).read_bytes() != content]
    for path in (*changed, *stale):
        print(path.as_posix())
    if "--check" in arguments:
        return 1 if changed or stale else 0
    for path in changed:
        target = FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(files[path])
    for path in stale:
        (FOLDER / path).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
