"""References inside of a reference: found, and taken out of what they are packed in."""
