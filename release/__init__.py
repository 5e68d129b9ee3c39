"""What makes a release and checks it: version, pinned versions, wheel, container, recipe."""
