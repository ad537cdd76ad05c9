"""Tables: files of rows in, the same rows with an inspection of each link out; in parts."""
