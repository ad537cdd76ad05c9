"""Numbers and texts that are times, each with the scale it is counted in."""
