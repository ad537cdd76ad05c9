"""Plain text: references between other words."""
