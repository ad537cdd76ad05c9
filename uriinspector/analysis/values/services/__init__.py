"""Parts of a link as services explain them: found by the rows of a table, and read."""
