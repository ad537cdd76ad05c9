"""What comes in by paste, drop and file, and what is exported."""
