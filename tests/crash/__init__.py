"""The bot as a process, killed at any moment and started again, and what is left of it compared."""
