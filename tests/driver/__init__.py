"""Drives the product in tests: the bot on the local Bot API server, a browser, the README's commands."""
