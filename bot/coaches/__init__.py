"""Coaches in the chat: made, shown, updated, paused; reports go to the private chat alone."""
