"""The audit in one screen (`flow`), and its steps: what it works on (`setup`), attacking every target, risk person by
person, explaining; checkpoints and progress around them (`steps`); and linking two datasets."""
