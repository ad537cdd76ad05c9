"""A case: files that are looked through together, their links, and what was decided."""
