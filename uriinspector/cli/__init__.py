"""The same engine for the terminal and for pipes."""
