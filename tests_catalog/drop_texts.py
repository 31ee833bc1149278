"""Sentences for criteria of ground_drop that are not met.

Placeholders: ``m`` measured, ``l`` limit, ``t`` time of the event, ``contact`` time of contact, ``where`` the body.
"""

from __future__ import annotations

__all__ = ["TEXTS"]

TEXTS = {
    "ground-contact": "The lowest point came no lower than {m:.3f} m above the floor; contact counts from {l:g} m.",
    "floor-penetration": "At {t:.2f} s the lowest point of {where} was below {l:g} m; it went down to {m:.4g} m.",
    "rest": "After contact at {contact:.2f} s it kept moving: {m:.3f} m in its stillest window, {l:g} m allowed.",
    "rest-deadline": "The asset came to rest {m:.2f} s after contact; {l:g} s are allowed.",
    "finite-state": "At {t:.2f} s the state of {where} stopped being a finite number.",
    "bounded-energy": "At {t:.2f} s a body had more energy than the fall gives: up to {m:.1f} m/s, {l:.1f} allowed.",
    "real-contact": "The engine reported no contact between the asset and the floor, although it counts as landed.",
    "rest-gap": "The asset rests with its lowest visible point {m:.4f} m above the floor; {l:.4f} m are allowed.",
    "rest-depth": "The asset rests with its lowest visible point {m:.4f} m inside the floor; {l:.4f} m are allowed.",
    "rest-speed": "While it counts as at rest, a body still moves at {m:.4f} m/s; {l:g} m/s are allowed.",
    "rest-spin": "While it counts as at rest, a body still spins at {m:.4f} rad/s; {l:g} rad/s are allowed.",
    "collider-fit": "Collider and visible geometry of {where} differ by {m:.4f} m on one side; {l:.4f} m are allowed.",
    "free-fall-speed": "Just before the floor the asset falls {m:+.3f} m/s off free fall; {l:.3f} m/s are allowed.",
}
