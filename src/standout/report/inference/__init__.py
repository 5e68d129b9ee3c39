"""The report of `standout infer`: page, figures, tables, terminal."""
