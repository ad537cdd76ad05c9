"""Parsing, resolution and comparison. Uses only the standard library, and never raises for any
text.
"""
