"""A folder as a site: its files, its pages, and what each reference in them leads to."""
