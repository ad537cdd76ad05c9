"""Lessons: questions with answers computed by the engine, wrong answers, and the mistakes behind
them.
"""
