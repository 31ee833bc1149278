"""Tests of opening files."""
