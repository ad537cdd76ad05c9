"""Check a folder as a web site: its files, its pages, and the targets of its references."""
