"""Numbers and dates as they stand in a text, and those that entries and figures support."""
