"""What is said about a name that is not in its catalogue."""

from __future__ import annotations

from harness.errors import UnknownNameError


def test_near_names_are_offered_whatever_their_case():
    """Find the near name although it is written in small letters, and keep a long catalogue short."""
    codes = [f"SAF{n:03}" for n in range(300)]
    assert "Did you mean SAF" in str(UnknownNameError("code", "saf999", codes))
    text = str(UnknownNameError("code", "qqqqqqq", codes))
    assert "SAF000" in text and "and 240 more" in text and len(text) < 700


def test_a_short_catalogue_is_listed_whole():
    """Name everything that would have worked."""
    assert str(UnknownNameError("engine", "zzz", ["fake", "kit"])) == "Unknown engine 'zzz'. Valid: fake, kit."
