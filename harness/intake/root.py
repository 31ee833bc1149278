"""Decide which prim of a stage is the asset."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pxr import Sdf, Usd

from harness.verdict import Finding, Site, finding

__all__ = ["Root", "find_root"]

_MAX_NAMED = 6


@dataclass(frozen=True, kw_only=True)
class Root:
    """The prim to test."""

    path: str | None
    """``None`` when a finding says why there is none."""
    is_default: bool = False
    """Whether the layer names it as its default prim."""
    findings: tuple[Finding, ...] = ()


def find_root(stage: Usd.Stage, path: Path) -> Root:
    """Return the default prim, or the only root prim.

    A root prim that is only an override or a class is defined in the session layer, as a reference to it would do.

    Args:
        stage: Open stage.
        path: Its file.
    """
    named = str(stage.GetRootLayer().defaultPrim)
    default = stage.GetDefaultPrim()
    roots = [p for p in stage.GetPseudoRoot().GetAllChildren() if p.IsActive() and not p.IsAbstract()]
    if default and default.IsActive() and default.IsDefined() and not default.IsAbstract():
        return Root(path=str(default.GetPath()), is_default=True)
    if default and not default.IsActive():
        return _empty(path, f"its default prim '{named}' is not active")
    if default and not _has_rivals(default, roots):
        kind = "a class" if default.IsAbstract() else "an override without a definition"
        return _taken(stage, default, path, f"its default prim '{named}' is {kind}")
    if named:
        problem = "not defined" if default else "not on the stage"
        return _only(stage, roots, path, f"its default prim '{named}' is {problem}", is_named=True)
    return _only(stage, [p for p in roots if p.IsDefined()] or roots, path, "it names no default prim", is_named=False)


def _has_rivals(default: Usd.Prim, roots: list[Usd.Prim]) -> bool:
    return any(p.IsDefined() and p.GetPath() != default.GetPath() for p in roots)


def _only(stage: Usd.Stage, roots: list[Usd.Prim], path: Path, why: str, *, is_named: bool) -> Root:
    if not roots:
        return _empty(path, why)
    if len(roots) == 1:
        return _taken(stage, roots[0], path, why)
    names = ", ".join(str(p.GetPath()) for p in roots[:_MAX_NAMED]) + (", ..." if len(roots) > _MAX_NAMED else "")
    text = f"{path.name} has {len(roots)} root prims ({names}), and {why}; it is unknown which one is the asset."
    return Root(path=None, findings=(finding("INT005" if is_named else "INT004", text, sites=[Site(file=path.name)]),))


def _empty(path: Path, why: str) -> Root:
    text = f"{path.name} holds no prim that could be tested: {why}."
    return Root(path=None, findings=(finding("INT005", text, sites=[Site(file=path.name)]),))


def _taken(stage: Usd.Stage, prim: Usd.Prim, path: Path, why: str) -> Root:
    only, written = str(prim.GetPath()), "class" if prim.IsAbstract() else "over"
    if not prim.IsDefined() or prim.IsAbstract():
        Sdf.CreatePrimInLayer(stage.GetSessionLayer(), only).specifier = Sdf.SpecifierDef
    sites = [Site(prim_path=only, file=path.name)]
    if prim.GetName() == str(stage.GetRootLayer().defaultPrim):
        # A reference brings it in all the same.
        text = f"{path.name}: {why}. It was taken as a reference would; opened by itself the file shows nothing."
        fix = f"Write 'def' instead of '{written}' for {only}."
        return Root(path=only, findings=(finding("INT006", text, sites=sites, fix=fix),))
    text = f"{path.name}: {why}. The only root prim {only} was taken; a plain reference to this file loads nothing."
    return Root(path=only, findings=(finding("INT006", text, sites=sites),))
