"""The invented dataset: something to try every command on, of any size."""
