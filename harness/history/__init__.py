"""Results of many runs in a database: what changed, how an asset fared, and how things go over time."""
