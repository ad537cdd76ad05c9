"""The four editions; the only place in which they differ."""
