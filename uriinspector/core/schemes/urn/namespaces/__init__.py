"""Namespaces that are looked into: a small file each, and a line in the table."""
