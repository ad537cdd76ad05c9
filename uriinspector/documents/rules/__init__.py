"""Rules about links in their places, and about documents as a whole."""
