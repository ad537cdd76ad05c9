"""What learners do wrong: each mistake is a function that makes it on a question."""
