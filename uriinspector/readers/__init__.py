"""Readers, which show how other programs parse the same text."""
