"""Text for display: translated, marked, split into pieces, laid out."""
