"""Compound files (MS-CFB): a file system in a file, which older Office programs write."""
