"""The same kernels on a Spark cluster: the session, reading into parts, and scoring part by part."""
