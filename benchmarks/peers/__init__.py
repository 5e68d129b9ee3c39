"""Where the peers are: what else answers the same questions, how much slower, and what it cannot answer.

`python -m benchmarks.peers` measures and prints; with `--write` it also makes `benchmarks/peers.md`. A module per peer
holds the obvious way to use it; `ours` asks Standout the same; `answers` says what counts as the same answer; `contest`
takes the times in turn; `contests` says who meets whom on which data; `page` writes it down.
"""
