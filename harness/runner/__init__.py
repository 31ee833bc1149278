"""Run cases: one asset, one test, one engine each; the only place that catches everything."""
