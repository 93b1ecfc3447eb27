"""Telegram at its worst: the real bot against the local Bot API server with its faults, over HTTP."""
