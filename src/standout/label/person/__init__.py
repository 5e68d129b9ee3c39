"""The person's side of the label: a history, matched to the bulletin, scored and explained."""
