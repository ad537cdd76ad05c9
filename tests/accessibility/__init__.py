"""The window as a screen reader meets it, over a real accessibility bus."""
