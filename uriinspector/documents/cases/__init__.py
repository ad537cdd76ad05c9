"""Cases: files that are examined together, their links, and the decisions about them."""
