"""Scan HTML pages for links, and decode their attributes and texts."""
