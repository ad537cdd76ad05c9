"""How others read the same text."""
