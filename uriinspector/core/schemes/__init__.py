"""The schemes, and what each adds to the generic syntax."""
