"""The kinds of questions: how each is drawn, and when an answer to it is right."""
