"""Many assets in one unattended run: plan, workers, journal, cache, history. The verdicts are those of a single run."""
