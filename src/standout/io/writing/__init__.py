"""Writing changed interactions in the style of the file they came from."""
