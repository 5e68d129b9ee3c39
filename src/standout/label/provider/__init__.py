"""The provider's side of the label: a bulletin from a dataset, exactly or with noise."""
