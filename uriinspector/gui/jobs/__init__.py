"""Work that must not hold up the window, and how far it is."""
