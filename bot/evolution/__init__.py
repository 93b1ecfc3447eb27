"""Conversations about templates of coaches in the chat: /evolve."""
