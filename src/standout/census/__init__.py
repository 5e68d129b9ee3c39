"""Well-known datasets as they were measured, and which of them a dataset is most like."""
