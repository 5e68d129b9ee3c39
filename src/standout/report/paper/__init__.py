"""Results on paper: what stands on the pages (`paper`), and the PDF that is made of it without a browser."""
