"""Readers, which search a part for links, by the kinds of parts."""
