"""Goals: reading them, and how far they are."""
