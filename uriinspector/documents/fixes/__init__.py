"""Fixes for faulty references, with reasons and edits of the file's bytes."""
