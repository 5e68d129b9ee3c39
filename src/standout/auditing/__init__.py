"""The audit in one screen (`flow`), its settings, checkpoints and effort; and linking two datasets."""
