"""Data that the window stores between sessions."""
