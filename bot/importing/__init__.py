"""What was read from a file becomes entries: names, units, days, a preview, and one transaction."""
