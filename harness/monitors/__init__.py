"""Observers of the motion: pure code over frames, the same live and replayed."""
