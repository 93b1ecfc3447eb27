"""Questions read into frames: parts, each with what is wanted of which subjects and days."""
