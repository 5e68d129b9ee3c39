"""The report: findings for the terminal, for scripts, and for people."""
