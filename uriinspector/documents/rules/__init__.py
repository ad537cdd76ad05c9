"""What is said about a link where it stands, and about a document as a whole."""
