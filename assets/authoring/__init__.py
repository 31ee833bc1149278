"""Authoring of the test assets of asset-qa: plain text and arithmetic, the same bytes every time."""
