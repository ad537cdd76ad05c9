"""Faulty references put right: what is changed, why, and at which bytes of the file."""
