"""What every stage may use: files and documents, memory, plain text, page policies; nothing about people or items."""
