"""What the schemes add to the generic syntax."""
