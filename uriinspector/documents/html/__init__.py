"""Pages: a scanner over the bytes, and what its references mean."""
