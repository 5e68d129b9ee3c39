"""Charts as safe, small SVG in the page's own colours."""
