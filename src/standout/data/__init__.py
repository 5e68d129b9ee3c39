"""People × items as integers: records, index, vocabulary, facts; and prepared datasets on disk."""
