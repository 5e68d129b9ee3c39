"""The report of an audit: files, page, figures, sections, and the table of people."""
