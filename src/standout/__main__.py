"""`python -m standout`."""

from standout.cli import main

main()
