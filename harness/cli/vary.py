"""``asset-qa vary``: write variants of a URDF robot with links of other lengths, masses or joints, and test them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from harness.cli.vary_sweep import add_sweep_options, run_sweep
from harness.vary.parts import VaryError
from harness.vary.plan import Change, Variant, expand, read_plan
from harness.vary.write import write_variants

__all__ = ["add_parser"]

_DESCRIPTION = """\
Write variants of ROBOT. Links, child joints, visuals, collisions and mass properties change together; everything else
in the file stays as it is, byte for byte. Give lists as 0.5,1,1.5: each value, and each combination of values, is a
variant. Values are in SI units; x1.5 multiplies the present value.
"""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser("vary", help="write variants of a URDF robot", description=_DESCRIPTION)
    parser.add_argument("robot", metavar="ROBOT", nargs="?", default="", help="URDF file; may be named in --changes")
    parser.add_argument("--changes", metavar="FILE", help="YAML file with many changes")
    parser.add_argument(
        "--out", metavar="DIR", help="where variants are written (default: variants), or run folders (default: reports)"
    )
    _add_changes(parser.add_argument_group("what to change"))
    add_sweep_options(parser)
    parser.set_defaults(function=vary_command)


def _add_changes(group: Any) -> None:
    group.add_argument("--link", metavar="LINK", default="", help="link that changes")
    group.add_argument("--joint", metavar="JOINT", default="", help="joint at the end of the link, or that changes")
    group.add_argument("--scale", metavar="K,...", default="", help="factors of the length")
    group.add_argument("--length", metavar="M,...", default="", help="lengths of the part")
    group.add_argument(
        "--mode",
        type=int,
        choices=(0, 1, 2),
        default=2,
        help="0 scales everything, 1 keeps where the part starts, 2 also how far it reaches past the child "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--axis", default="auto", help="direction of the length in the link frame: auto, x, y, z or 'X Y Z'"
    )
    group.add_argument(
        "--keep",
        choices=("density", "mass"),
        default="density",
        help="what stays when the size changes (default: %(default)s)",
    )
    group.add_argument("--radius", metavar="M,...", default="", help="radii of cylinders, capsules and spheres")
    group.add_argument("--density", metavar="KG_M3,...", default="", help="densities")
    group.add_argument("--mass", metavar="KG,...", default="", help="masses")
    group.add_argument("--position", metavar="M,...", default="", help="coordinates of the shapes, or of --joint")
    group.add_argument("--joint-type", metavar="TYPE,...", default="", help="types of --joint")


def vary_command(options: argparse.Namespace) -> int:
    """Run the verb."""
    robot, variants, change = _wanted_variants(options)
    if options.refine and not options.test:
        raise VaryError("--refine looks closer at the results of a test; give --test too.")
    if options.test:
        return run_sweep(options, robot, variants, change)
    written = write_variants(robot, variants, Path(options.out or "variants"))
    for item in written:
        print(item.path)
        for note in item.notes:
            print(f"  {note}", file=sys.stderr)
    return 0


def _wanted_variants(options: argparse.Namespace) -> tuple[Path, tuple[Variant, ...], Change | None]:
    """Return the robot, its variants, and the one change of the command line they come from, if so.

    Raises:
        VaryError: If the options do not fit together.
    """
    if options.changes:
        if any(getattr(options, n) for n in ("link", "joint", *_VALUES)):
            raise VaryError("Give changes on the command line or in a file, not both.")
        plan = read_plan(Path(options.changes))
        robot = Path(options.robot) if options.robot else plan.robot
        if robot is None:
            raise VaryError(f"{options.changes} names no robot; give ROBOT or add the key 'robot'.")
        return robot, plan.variants, None
    if not options.robot:
        raise VaryError("Give a URDF file, or --changes with a file that names one.")
    change = Change(
        link=options.link,
        joint=options.joint,
        mode=options.mode,
        axis=options.axis,
        keep=options.keep,
        **{key: _listed(getattr(options, name)) for name, key in _VALUES.items()},
    )
    return Path(options.robot), expand([change]), change


_VALUES = {
    "scale": "scale",
    "length": "length_m",
    "radius": "radius_m",
    "density": "density_kg_m3",
    "mass": "mass_kg",
    "position": "position_m",
    "joint_type": "joint_type",
}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
