"""How time and memory grow with the data: whole commands and the kernel alone, measured in one run."""
