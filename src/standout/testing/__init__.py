"""Contract suites: what any attack (and any other plug-in) must pass, to be called from anybody's tests."""
