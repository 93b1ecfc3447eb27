"""In the gym: plates, warm-ups, what is next, programmes begun and stopped."""
