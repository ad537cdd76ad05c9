"""The workspace that resolves a reference against a base, step by step."""
