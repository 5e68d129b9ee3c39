"""Tables beside the interactions: attributes of people, groups and titles of items, catalogues."""
