"""Codings that a text or octets are wrapped in, each taken off by one function."""
