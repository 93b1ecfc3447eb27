"""Bots of other makers against the local Bot API server, each in an environment of its own."""
