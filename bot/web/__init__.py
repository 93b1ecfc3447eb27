"""One ASGI app: the Telegram webhook, and an HTTP API for those who have a token."""
