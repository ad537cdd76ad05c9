"""What is written inside a link: every value that can be decoded, and how sure each reading is."""
