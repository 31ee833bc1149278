"""Files that cannot be read, do not compose, or do not say what they are."""

from __future__ import annotations

from authoring.broken_parts import block
from authoring.case import Case
from authoring.usda import Prim, Stage, body, collider, cube

__all__ = ["intake_cases"]


def intake_cases() -> list[Case]:
    """Return the broken assets of the INT codes."""
    return [*_unreadable(), *_unclear()]


def _unreadable() -> list[Case]:
    crooked = Stage([block()], default="Block").write()
    housing = Prim(kind="Xform", name="housing", meta=["prepend references = @./parts/not_delivered.usda@"])
    loop = Prim(kind="Xform", name="Loop", meta=["prepend references = </Loop/inner>"], children=[])
    loop.put(Prim(kind="Xform", name="inner", meta=["prepend references = </Loop>"]))
    return [
        Case(
            "broken/INT001-corrupt-file",
            "corrupt_file",
            crooked[: len(crooked) * 2 // 3],
            "The file ends in the middle, as after a broken download.",
            "ERROR",
            ["INT001"],
        ),
        Case(
            "broken/INT002-missing-reference",
            "missing_reference",
            Stage([block().put(housing)], default="Block"),
            "A referenced part was not delivered; what is left would fall perfectly well.",
            "ERROR",
            ["INT002"],
        ),
        Case(
            "broken/INT003-reference-cycle",
            "reference_cycle",
            Stage([loop], default="Loop"),
            "Two prims reference each other.",
            "ERROR",
            ["INT003"],
        ),
    ]


def _unclear() -> list[Case]:
    centimetres = body("Block", collider(cube("shape", (20, 20, 20), (0, 0, 10), (0.2, 0.35, 0.65))), mass=4)
    return [
        Case(
            "broken/INT004-two-roots",
            "two_roots",
            Stage([block("Left"), block("Right", at=(0.5, 0, 0))]),
            "Two root prims and no default prim: nobody knows which one is the asset.",
            "ERROR",
            ["INT004"],
        ),
        Case("broken/INT005-empty-stage", "empty_stage", Stage([]), "A file without a prim.", "ERROR", ["INT005"]),
        Case(
            "broken/INT006-no-default-prim",
            "no_default_prim",
            Stage([block()]),
            "A healthy block without a default prim: a plain reference to it loads nothing.",
            codes=["INT006"],
        ),
        Case(
            "broken/INT007-units-unauthored",
            "units_unauthored",
            Stage([centimetres], default="Block", meters_per_unit=None),
            "metersPerUnit is not written. The block is right only because it happens to be drawn in centimetres.",
            codes=["INT007"],
        ),
        Case(
            "broken/INT008-units-zero",
            "units_zero",
            Stage([block()], default="Block", meters_per_unit="0"),
            "metersPerUnit is 0, so the asset has no size.",
            "FAIL",
            ["INT008"],
        ),
    ]
