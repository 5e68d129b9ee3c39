"""The report of `standout compare`: page, tables, terminal."""
