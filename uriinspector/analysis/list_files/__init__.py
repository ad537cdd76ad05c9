"""Files of lists in place of the shipped ones: read, and each row checked."""
