"""Answering: findings from entries and figures, in the words of the question's language."""
