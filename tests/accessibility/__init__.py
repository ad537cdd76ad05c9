"""The window as seen by a screen reader, over a real accessibility bus."""
