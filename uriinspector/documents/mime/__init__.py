"""Messages: parts by their boundaries, decoded, each byte still knows where it came from."""
