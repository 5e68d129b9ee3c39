"""The strongest attacker: everything that records say, many ways to learn from it, and a stack that joins them."""
