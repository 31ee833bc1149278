"""From findings to changes. Pure: the same findings and facts give the same changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from importlib import import_module

from harness.outcomes import Severity
from harness.repair.change import Change, Context, Draft, Item, Plan, Refusal
from harness.repair.table import REPAIRS, why_not
from harness.scene.opinion import Opinion, OpinionKind, Value
from harness.verdict import Finding

__all__ = ["plan_repairs", "text_of", "to_change", "with_opened"]

Rule = Callable[[Context, Sequence[Finding]], Draft | str]
# Needs no facts: there are none of an asset without units.
_WITHOUT_FACTS = ("INT008",)
# What is said to inform is left alone, but for metadata that can be written without changing anything.
_INFORMING = ("INT009",)
_UNITS = ("metersPerUnit", "kilogramsPerUnit")


def plan_repairs(context: Context, *, only: Collection[str] = (), are_symptoms_included: bool = False) -> Plan:
    """Propose one change for each code that has a repair.

    Symptoms of the motion are repaired only when no other finding has a repair: they follow from it.

    Args:
        context: Findings, facts and the asset.
        only: Codes to repair; all of them when empty.
        are_symptoms_included: Whether to plan for symptoms even where a cause has a repair.
    """
    by_code: dict[str, list[Finding]] = {}
    for item in context.findings:
        if item.severity is not Severity.INFO or item.code in (*_INFORMING, *only):
            by_code.setdefault(item.code, []).append(item)
    changes: list[Change] = []
    refusals: list[Refusal] = []
    for wants_symptoms in (False, True):
        for code, found in by_code.items():
            repair = REPAIRS.get(code)
            if (repair is not None and repair.is_symptom) is not wants_symptoms:
                continue
            made = _propose(context, code, found, only)
            if isinstance(made, Refusal):
                refusals.append(made)
            elif made is not None:
                changes.append(made)
        if not are_symptoms_included and any(c.code not in _INFORMING for c in changes):
            break
    return Plan(changes=_units_first(_without_repetition(changes)), refusals=tuple(refusals))


def _units_first(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Leave everything else to a later round where units change: what was found and planned rests on the old ones."""
    if not any(key in _UNITS for change in changes for key, _ in change.stage):
        return changes
    return tuple(c for c in changes if not c.opinions)


def _propose(context: Context, code: str, found: list[Finding], only: Collection[str]) -> Change | Refusal | None:
    if only and code not in only:
        return None
    repair = REPAIRS.get(code)
    if repair is None:
        return Refusal(code=code, reason=why_not(code))
    if context.facts is None and code not in _WITHOUT_FACTS:
        return Refusal(code=code, reason="The asset cannot be read until its other defects are repaired.")
    module, _, name = repair.rule.partition(":")
    rule: Rule = getattr(import_module(f"harness.repair.{module}"), name)
    draft = rule(context, found)
    if isinstance(draft, str):
        return Refusal(code=code, reason=draft)
    return to_change(context, code, draft)


def to_change(context: Context, code: str, draft: Draft) -> Change:
    """Return a draft as a change, with before and after of everything that it writes.

    Args:
        context: The asset.
        code: Code of what the change repairs.
        draft: What to write.
    """
    # A prim that is body and collider is met as both.
    draft = replace(draft, opinions=tuple(dict.fromkeys(draft.opinions)))
    return Change(
        code=code,
        title=draft.title,
        reason=draft.reason,
        items=_items(context, draft),
        opinions=draft.opinions,
        stage=tuple(draft.stage.items()),
    )


def with_opened(changes: Sequence[Change], instances: Sequence[str]) -> tuple[Change, ...]:
    """Return changes with the instances that have to be opened for them, each listed with the first that needs it.

    Args:
        changes: What is written, in order.
        instances: Instanceable prims of the asset.
    """
    told = {o.prim_path for c in changes for o in c.opinions if o.kind is OpinionKind.INSTANCEABLE}
    listed: list[Change] = []
    for change in changes:
        opened = [
            i for i in instances if i not in told and any(o.prim_path.startswith(f"{i}/") for o in change.opinions)
        ]
        told.update(opened)
        items = (Item(prim_path=i, name="instanceable", before="true", after="false") for i in opened)
        listed.append(replace(change, items=(*items, *change.items)))
    return tuple(listed)


def _without_repetition(changes: list[Change]) -> tuple[Change, ...]:
    """Drop changes whose every opinion another code already brings."""
    seen: set[Opinion] = set()
    kept: list[Change] = []
    for change in changes:
        if change.opinions and not change.stage and seen.issuperset(change.opinions):
            continue
        seen.update(change.opinions)
        kept.append(change)
    return tuple(kept)


def _items(context: Context, draft: Draft) -> tuple[Item, ...]:
    items = [_item(context, o) for o in draft.opinions if not _goes_without_saying(context, o, draft)]
    # Written to make a frame complete, though it stays as it is.
    items = [i for i in items if i.before != i.after]
    facts = context.facts
    authored = {
        "metersPerUnit": f"{facts.meters_per_unit:g}" if facts and facts.is_meters_per_unit_authored else "not valid",
        "kilogramsPerUnit": "not valid",
        "upAxis": "not written",
        "defaultPrim": "not written",
    }
    if facts is not None and not facts.is_meters_per_unit_authored:
        authored["metersPerUnit"] = f"not written (USD takes {facts.meters_per_unit:g})"
    for key, value in draft.stage.items():
        after = f"{value:g}" if isinstance(value, float) else value
        items.append(Item(prim_path="/", name=key, before=authored.get(key, ""), after=after))
    return tuple(items)


def _goes_without_saying(context: Context, opinion: Opinion, draft: Draft) -> bool:
    """Whether an opinion only supports another one: a schema that is there, or the data of a new prim."""
    if opinion.kind is OpinionKind.APPLY_API and opinion.name in context.source.schemas(opinion.prim_path):
        return True
    defined = {o.prim_path for o in draft.opinions if o.kind is OpinionKind.DEFINE}
    return opinion.kind is not OpinionKind.DEFINE and opinion.prim_path in defined


def _item(context: Context, opinion: Opinion) -> Item:
    before, unit = context.source.describe(opinion)
    return Item(
        prim_path=opinion.prim_path,
        name=_NAMES.get(opinion.kind, opinion.name),
        before=before,
        after=_after(opinion),
        unit=unit,
    )


_NAMES = {
    OpinionKind.ACTIVE: "active",
    OpinionKind.INSTANCEABLE: "instanceable",
    OpinionKind.DEFINE: "prim",
}


def _after(opinion: Opinion) -> str:
    if opinion.kind is OpinionKind.APPLY_API:
        return "applied"
    if opinion.kind is OpinionKind.REMOVE_API:
        return "removed"
    if opinion.kind is OpinionKind.DEFINE:
        return f"a new {opinion.type_name}"
    if opinion.kind is OpinionKind.ATTRIBUTE and opinion.value is None:
        return "not authored"
    return text_of(opinion.value)


def text_of(value: Value) -> str:
    """Return a value as people read it; long arrays by their length."""
    if value is None:
        return "not authored"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        if len(value) > 4:
            return f"{len(value)} values"
        return f"({', '.join(text_of(v) for v in value)})" if value else "none"
    return str(value)
