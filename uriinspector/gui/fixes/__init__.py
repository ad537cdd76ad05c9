"""The review of fixes: every proposed change before and after, what is taken of it, and saving."""
