"""Deciding on a release: a policy written before the run, what it needs measured, and a verdict with its certainty."""
