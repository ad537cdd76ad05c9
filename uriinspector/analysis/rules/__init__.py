"""The rules, a file for each kind of thing that can be said about a link."""
