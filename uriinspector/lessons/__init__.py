"""Lessons: questions with keys from the engine, wrong answers, and the mistakes behind them."""
