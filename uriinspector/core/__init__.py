"""Text to structure: pure, standard library only, and no text makes anything here raise."""
