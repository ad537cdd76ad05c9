"""Services that put another link inside of their own: who they are, and how each writes it."""
