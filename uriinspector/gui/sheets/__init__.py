"""Sheets for a class, made in the window."""
