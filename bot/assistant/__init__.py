"""What the bot does beside the diary: calendars, read and, once somebody said yes, written."""
