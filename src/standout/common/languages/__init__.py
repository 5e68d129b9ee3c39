"""What pages for everybody say, in five languages: one catalogue, a file a page, every message in all languages."""
