"""Standout: who stands out in behavioural data, and how to make them blend in.

The package follows one line of thought, a folder a step:

    interactions → knowledge → attacks → risk → report

- `standout.interactions` reads data and holds it as integers: people × items.
- `standout.knowledge` says what an adversary knows of a person, and draws it.
- `standout.attacks` says what a match is worth; `standout.engines` scores everyone.
- `standout.risk` turns scores into rates with intervals, entropy, sparsity and theorems.
- `standout.report` shows them; `standout.cli` is the command line.

`standout.flow` runs the steps in order.
"""

__version__ = "0.1.0"
