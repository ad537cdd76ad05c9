"""The workspace that compares two references: appearance, then the comparison ladder."""
