"""What services say that the parts of their links mean: the rows of a table."""
