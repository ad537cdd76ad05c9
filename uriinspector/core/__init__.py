"""Parsing, resolution and comparison: standard library only, and no text makes them raise."""
