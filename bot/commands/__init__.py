"""The commands of the Telegram menu."""
