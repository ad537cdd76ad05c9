"""The appearance of names: scripts, lookalikes, invisible characters, and display in browsers."""
