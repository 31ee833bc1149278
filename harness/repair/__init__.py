"""Repairs: which change removes which defect, the override layer that holds them, and the run that proves them."""
