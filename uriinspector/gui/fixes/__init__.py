"""The review of proposed fixes: each change before and after, decisions, and saving."""
