"""The edge: composition root, Telegram, commands, rendering, schedules, settings and the command line."""
