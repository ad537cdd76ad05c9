"""What a screen reader is told: announcements, names, roles, and the text of the editors."""
