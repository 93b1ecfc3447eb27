"""Access and privacy: two people and one bot, secrets, and text that is only ever data."""
