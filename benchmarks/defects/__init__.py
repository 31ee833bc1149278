"""Planted defects: generated assets, good and broken, whose truth is known."""
