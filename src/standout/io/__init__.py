"""Files in and out: from any known kind of file to people × items, and back."""
