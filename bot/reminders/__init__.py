"""Reminders and timers in the chat: set in words, sent when they are due, done, put off, stopped."""
