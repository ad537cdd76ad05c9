"""Parsing, resolution and comparison. Uses only the standard library, and accepts any text without
raising.
"""
