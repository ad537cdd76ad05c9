"""Text as the window shows it: translated, marked, in pieces, laid out."""
