"""Tables and trees, which all pages use to show lists."""
