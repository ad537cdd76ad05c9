"""Parse, resolve and compare any text without raising, using only the standard library."""
