"""How names look: scripts, lookalikes, invisible characters, and display in browsers."""
