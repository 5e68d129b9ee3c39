"""Risk: from tallies to rates with intervals, entropy, sparsity, theory, and who is at risk."""
