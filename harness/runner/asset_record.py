"""What a verdict says about the asset itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from harness.runner.parts import authored_bodies, authored_joints
from harness.stage.facts import StageFacts
from harness.verdict import AssetRecord

if TYPE_CHECKING:
    from harness.intake import Intake

__all__ = ["asset_record", "digests"]


def digests(asset_path: str, facts: StageFacts) -> dict[str, str | None]:
    """Return the digests of the root file (key "") and of the layers in its folder, as they are now."""
    # Imported here: a check reads no records and should start fast.
    from harness.runner.record import sha256_of

    root = Path(asset_path)
    names = {"": root, **{n.identifier: root.parent / n.identifier for n in facts.layers if "[" not in n.identifier}}
    return {name: sha256_of(path) if path.is_file() else None for name, path in names.items()}


def asset_record(name: str, path: str, intake: Intake, facts: StageFacts | None = None) -> AssetRecord:
    """Describe the asset as far as it is known.

    Args:
        name: Short name.
        path: Path as given by the user.
        intake: What reading it gave.
        facts: Facts to use in place of those of the intake.
    """
    facts = intake.facts if facts is None else facts
    if facts is None:
        return AssetRecord(name=name, path=path, sha256=intake.sha256, stamp=intake.stamp)
    height, size = _extent(facts)
    return AssetRecord(
        name=name,
        path=path,
        sha256=intake.sha256,
        stamp=intake.stamp,
        layers=tuple((layer.identifier, layer.sha256 or "") for layer in facts.layers),
        meters_per_unit=facts.meters_per_unit,
        kilograms_per_unit=facts.kilograms_per_unit,
        up_axis=facts.up_axis,
        conversions=_conversions(facts),
        height_m=height,
        size_m=size,
        body_count=len(facts.moving_bodies),
        bodies=authored_bodies(facts),
        joints=authored_joints(facts),
    )


def _conversions(facts: StageFacts) -> tuple[str, ...]:
    texts = []
    if facts.meters_per_unit != 1:
        texts.append(f"lengths from units of {facts.meters_per_unit:g} m to metres")
    if facts.kilograms_per_unit != 1:
        texts.append(f"masses from units of {facts.kilograms_per_unit:g} kg to kilograms")
    if facts.up_axis == "Y":
        texts.append("Y up to Z up")
    return tuple(texts)


def _extent(facts: StageFacts) -> tuple[float | None, tuple[float, float, float] | None]:
    clouds = [b.judged_points_m for b in facts.moving_bodies if len(b.judged_points_m)]
    if not clouds:
        return None, None
    x, y, z = (float(v) for v in np.ptp(np.concatenate(clouds), axis=0))
    return z, (x, y, z)
