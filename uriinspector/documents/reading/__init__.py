"""Readers: one file for each kind of thing that links stand in."""
