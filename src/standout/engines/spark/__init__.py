"""The same kernels on a Spark cluster: the session, reading into partitions, and asking them."""
