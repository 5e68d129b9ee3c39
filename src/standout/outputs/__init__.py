"""Where results may go, for all commands, so that no file of the user is ever destroyed.

- `places`: an output that is an input, a foreign file, a link or a folder in the way is refused before any work.
- `recognising`: whether a file that exists is an earlier result of ours, which a new one may replace.
- `markers`: the file `.standout` in a folder that we may replace or remove, with a checksum over itself.
- `folders`: folders that appear or are replaced by one atomic swap, and the folder for unfinished work.
- `locks`: one run at a time, with the number of its process.
- `scratch`: passing files and folders; their names say whose they are, and the next run sweeps those of the dead.
- `owners`: which process that is, and whether it lives.
- `stopping`: SIGTERM and Ctrl-C, so that everything above is tidied up.

Writing single files is in `standout.common.files`.
"""
