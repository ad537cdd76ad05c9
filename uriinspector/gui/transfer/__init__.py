"""Paste, drop, small files, and export."""
