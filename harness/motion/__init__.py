"""Moving joints on purpose: what an engine says about its joints, plans of motion, and records of it. NumPy only."""
