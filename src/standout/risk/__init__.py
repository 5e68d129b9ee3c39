"""Risk: from evidence to rates with intervals, entropy, sparsity, theory, and who is at risk."""
