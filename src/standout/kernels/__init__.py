"""Hot loops: plain arrays in, plain arrays out. Nothing here imports anything of ours.

Every kernel is single-threaded and releases the interpreter lock, so that a thread pool can drive many of
them. Compiled code is kept on disk, so only the first run of an installation pays for compiling.
"""
