"""What the window keeps between two starts."""
