"""The annotated text as a picture."""
