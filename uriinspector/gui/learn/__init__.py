"""Learn: lessons, questions that are drawn, and what was answered."""
