"""A decision in words: for the terminal, as test cases, and as a summary of a pull request."""
