"""Corrections: what they say, which entry and sets they mean, and what changes."""
