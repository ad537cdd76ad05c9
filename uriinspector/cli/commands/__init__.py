"""What can be asked for: one file each, loaded when it is asked for."""
