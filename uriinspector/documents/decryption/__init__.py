"""Ciphers of archives whose password is known: read in memory, never written."""
