"""How other programs parse the same text."""
