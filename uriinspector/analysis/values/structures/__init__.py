"""Texts and octets that hold several values: links, queries, JSON, tokens, binary formats."""
