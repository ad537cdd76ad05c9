"""The field for a URI: its text, its colours, the ribbon under it."""
