"""How a name looks: scripts, look-alikes, what cannot be seen, what browsers show."""
