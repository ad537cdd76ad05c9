"""Documents: bytes -> links, each with its place, its base, and what is said of it."""
