"""Lessons: questions with keys from the engine, wrong answers, and which mistake gives them."""
