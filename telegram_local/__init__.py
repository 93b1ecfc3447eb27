"""A local Bot API server with a chat page: Telegram's side of the conversation, on loopback."""
