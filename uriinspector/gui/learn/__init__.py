"""Learn: lessons, randomly drawn questions, and the record of answers."""
