"""From references and readings to what is to be said about them."""
