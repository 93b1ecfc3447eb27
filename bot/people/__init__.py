"""People: who may use the bot, what each prefers and is remembered for, and what they were asked."""
