"""Compare what the files that run inside Isaac Sim call with what the published wheels define. Nothing is imported.

Three ways to find a name, the strictest first: a definition in a stub or source below the module it is taken from, with
its parameters; the name in a compiled binding of that module without stub (omni.log); a use of the same name with the
same keywords in NVIDIA's own Python, for modules that the package index does not have (omni.usd, omni.replicator).
"""

from __future__ import annotations

import ast
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

KIT_PACKAGES = ("omni", "isaacsim", "carb")


class Wheels:
    """Python sources and stubs of one version."""

    def __init__(self, folder: Path) -> None:
        self.texts: dict[str, str] = {}
        self.bindings: dict[str, bytes] = {}
        wheels = sorted(folder.glob("*.whl"))
        if not wheels:
            raise FileNotFoundError(f"no wheels in {folder}")
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    if name.endswith((".py", ".pyi")):
                        self.texts[name] = archive.read(name).decode("utf-8", "replace")
                    elif "/omni/log/" in name and name.endswith(".so"):
                        self.bindings[name] = archive.read(name)
        self._trees: dict[str, ast.Module] = {}

    def tree(self, name: str) -> ast.Module:
        if name not in self._trees:
            try:
                self._trees[name] = ast.parse(self.texts[name])
            except SyntaxError:
                self._trees[name] = ast.Module(body=[], type_ignores=[])
        return self._trees[name]

    def below(self, module: str) -> list[str]:
        """Return the files of a module and of its submodules."""
        path = module.replace(".", "/")
        pattern = re.compile(rf"(^|/){re.escape(path)}(/|\.pyi?$)")
        return [name for name in self.texts if pattern.search(name)]

    def definitions(self, module: str, name: str) -> Iterator[ast.AST]:
        """Yield functions, classes and assignments of a name below a module."""
        for file in self.below(module):
            if name in self.texts[file]:
                for node in self.tree(file).body:
                    if _defines(node, name):
                        yield node

    def is_bound(self, module: str, name: str) -> bool:
        """Whether a compiled binding of a module holds a name as a text of its own."""
        folder, word = f"/{module.replace('.', '/')}/", f"\0{name}\0".encode()
        return any(word in data for file, data in self.bindings.items() if folder in file)

    def uses(self, chain: str) -> Iterator[str]:
        """Yield the text behind each use of a dotted name, up to the closing bracket of a call."""
        pattern = re.compile(rf"(?<!def )\b{re.escape(chain)}\b(?P<call>\((?:[^()]|\([^()]*\))*\))?")
        for text in self.texts.values():
            if chain in text:
                for match in pattern.finditer(text):
                    yield match["call"] or ""


def _defines(node: ast.AST, name: str) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name == name
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(t, ast.Name) and t.id == name for t in targets)


@dataclass(frozen=True)
class Use:
    """One name of Kit that the adapter uses."""

    file: str
    line: int
    owner: str
    """Module, or module and class."""
    names: tuple[str, ...]
    """Attributes, outermost last."""
    is_class_member: bool
    positional: int | None = None
    """Arguments of a call; None for a plain use."""
    keywords: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.owner}.{'.'.join(self.names)}"


@dataclass
class Adapter:
    """What one file takes from Kit."""

    path: Path
    modules: dict[str, str] = field(default_factory=dict)
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    types: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in ast.walk(self.tree):
            self._import(node)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.AnnAssign):
                annotation = ast.unparse(node.annotation).removesuffix(" | None")
                if annotation in self.names:
                    self.types[ast.unparse(node.target)] = self.names[annotation]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    def _import(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in KIT_PACKAGES:
                    self.modules[alias.asname or alias.name] = alias.name
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in KIT_PACKAGES:
            for alias in node.names:
                self.names[alias.asname or alias.name] = (str(node.module), alias.name)

    def uses(self) -> Iterator[Use]:
        """Yield every name that is taken from Kit, calls with their arguments."""
        calls = {id(n.func): n for n in ast.walk(self.tree) if isinstance(n, ast.Call)}
        inner = {id(n.value) for n in ast.walk(self.tree) if isinstance(n, ast.Attribute)}
        for local, (module, name) in self.names.items():
            call = next((c for c in calls.values() if ast.unparse(c.func) == local), None)
            yield self._use(call or self.tree.body[0], module, (name,), call, is_class_member=False)
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Attribute) or id(node) in inner:
                continue
            text, call = ast.unparse(node), calls.get(id(node))
            for base, (module, name) in self.types.items():
                if text.startswith(f"{base}."):
                    first = text.removeprefix(f"{base}.").split(".")[0]
                    is_whole = text == f"{base}.{first}"
                    yield self._use(
                        node, f"{module}.{name}", (first,), call if is_whole else None, is_class_member=True
                    )
            base = max((b for b in self.modules if text.startswith(f"{b}.")), key=len, default=None)
            if base is not None:
                chain = tuple(text.removeprefix(f"{base}.").split("."))
                yield self._use(node, self.modules[base], chain, call, is_class_member=False)

    def _use(self, node: ast.AST, owner: str, names: tuple[str, ...], call: ast.Call | None, *, is_class_member: bool):
        return Use(
            self.path.name,
            getattr(node, "lineno", 0),
            owner,
            names,
            is_class_member,
            None if call is None else len(call.args),
            () if call is None else tuple(k.arg for k in call.keywords if k.arg),
        )


def check(adapter: Path, wheels: Wheels) -> list[str]:
    """Return one sentence for each name that the wheels do not have, or not with these arguments."""
    return [f"{use}: {problem}" for use in Adapter(adapter).uses() if (problem := _problem(use, wheels))]


def _problem(use: Use, wheels: Wheels) -> str | None:
    if use.is_class_member:
        module, _, name = use.owner.rpartition(".")
        classes = [n for n in wheels.definitions(module, name) if isinstance(n, ast.ClassDef)]
        if classes:
            members = [m for c in classes for m in c.body if _defines(m, use.names[0])]
            return _arguments(use, members) if members else "the class has no such member"
        return _call_site(use, wheels, use.names[0])
    found = list(wheels.definitions(use.owner, use.names[0])) if len(use.names) == 1 else []
    if found:
        return _arguments(use, found)
    # A class of a module that is not published cannot be looked up; the use of its members is.
    if use.names[0][0].isupper() and use.positional is None and not wheels.below(use.owner):
        return None
    last = [re.sub(r"\(.*\)$", "", name) for name in use.names]
    if all(wheels.is_bound(use.owner, name) for name in last):
        return None
    return _call_site(use, wheels, ".".join(use.names[-2:]))


def _arguments(use: Use, definitions: list[ast.AST]) -> str | None:
    if use.positional is None:
        return None
    functions = [_function(d) for d in definitions]
    problems = [_mismatch(use, f) for f in functions if f is not None]
    return None if not problems or None in problems else problems[0]


def _function(node: ast.AST) -> ast.FunctionDef | None:
    if isinstance(node, ast.ClassDef):
        return next((m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"), None)
    return node if isinstance(node, ast.FunctionDef) else None


def _mismatch(use: Use, function: ast.FunctionDef) -> str | None:
    parameters = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    if parameters[:1] == ["self"]:
        parameters = parameters[1:]
    allowed = {*parameters, *(a.arg for a in function.args.kwonlyargs)}
    if function.args.kwarg is None:
        unknown = [k for k in use.keywords if k not in allowed]
        if unknown:
            return f"no parameter {', '.join(unknown)}; there are {', '.join(sorted(allowed))}"
    if (use.positional or 0) > len(parameters) and function.args.vararg is None:
        return f"{use.positional} arguments for {len(parameters)} parameters"
    required = parameters[: len(parameters) - len(function.args.defaults)]
    missing = [p for p in required[use.positional or 0 :] if p not in use.keywords]
    return f"no argument for {', '.join(missing)}" if missing else None


def _call_site(use: Use, wheels: Wheels, chain: str) -> str | None:
    calls = list(wheels.uses(chain))
    if not calls:
        return f"neither defined nor used anywhere as {chain}"
    unknown = [k for k in use.keywords if not any(re.search(rf"\b{k}\s*=", text) for text in calls)]
    return f"never called with {', '.join(unknown)}" if unknown else None


def launch_keys(adapter: Path) -> list[str]:
    """Return the keys of the launch configuration that the adapter passes to SimulationApp."""
    for node in ast.walk(ast.parse(adapter.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "SimulationApp"
            and isinstance(node.args[0], ast.Dict)
        ):
            return [str(k.value) for k in node.args[0].keys if isinstance(k, ast.Constant)]
    return []
