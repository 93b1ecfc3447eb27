"""Days and periods in everyday text."""
