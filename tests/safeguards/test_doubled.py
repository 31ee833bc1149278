"""Colliders of one body that fill the same place, where the mass follows from them."""

from __future__ import annotations

import numpy as np
import pytest

from harness.safeguards.doubled import DOUBLED
from tests.safeguards.fact_samples import BOX, body, collider, stage


def part(name: str, offset=(0.0, 0.0, 0.0), scale=1.0, **changes):
    """Return a collider that fills a box."""
    points = (BOX - BOX.mean(axis=0)) * scale + np.array(offset)
    values = {"pieces_m": (points,), "volume_m3": 0.008 * scale**3}
    return collider(f"/Root/{name}", **{**values, **changes})


def found(*parts, **changes):
    """Return what is said about a body without a mass that has some colliders."""
    return list(DOUBLED.check(stage(bodies=(body(**{"mass_kg": None, **changes}),), colliders=parts)))


@pytest.mark.parametrize("copies", [2, 3])
def test_copies_count_once_each(copies):
    """Tell how many times too heavy the body is."""
    (item,) = found(*(part(f"p{n}") for n in range(copies)))
    assert (item.code, item.measured) == ("SAF073", pytest.approx(copies))
    assert {s.prim_path for s in item.sites} == {f"/Root/p{n}" for n in range(copies)}


def test_a_simpler_copy_is_one_too():
    """See a stand-in whose box is the same within 2 % and whose volume is a fifth less."""
    (item,) = found(
        part("drawn"), part("proxy", offset=(0.001, 0, 0), volume_m3=0.0064), part("foot", offset=(1, 0, 0))
    )
    assert item.measured == pytest.approx((0.008 + 0.0064 + 0.008) / 0.016)


def test_a_collider_that_is_switched_off_is_weighed_all_the_same():
    """Count it, as the engine does."""
    (item,) = found(part("a"), part("b", is_enabled=False))
    assert item.measured == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("parts", "changes"),
    [
        ((part("a"), part("b")), {"mass_kg": 2.0}),
        ((part("a"), part("b")), {"is_kinematic": True}),
        ((part("a"), part("b", mass_kg=1.0)), {}),
        ((part("a"), part("b", is_trigger=True)), {}),
        ((part("a"), part("b", offset=(0.05, 0, 0))), {}),
        ((part("a"), part("b", scale=0.9)), {}),
        ((part("a"), part("b", volume_m3=0.002)), {}),
        ((part("a"), part("b", pieces_m=())), {}),
        ((part("a"), part("b", body_path="/Root/other")), {}),
    ],
    ids=["weighed", "kinematic", "own-mass", "trigger", "beside", "inside", "frame", "unknown", "other-body"],
)
def test_what_counts_once_is_not_warned_of(parts, changes):
    """Say nothing where a mass is written, or where the parts are different ones."""
    assert found(*parts, **changes) == []
