"""Reminders and timers: what somebody wants to be told when, read from their words, and when that is next."""
