"""Tests of the reader of stages."""
