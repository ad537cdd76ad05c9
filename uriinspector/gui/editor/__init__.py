"""The editor of a URI: its text, its colors, and the ribbon of labeled brackets below it."""
