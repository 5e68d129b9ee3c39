"""The evidence pack on paper, and what a terminal says of one."""
