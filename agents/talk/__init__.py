"""What was said in a chat: questions about it, and finding it again."""
