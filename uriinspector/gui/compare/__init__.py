"""The workspace that compares two references: appearance first, then the ladder."""
