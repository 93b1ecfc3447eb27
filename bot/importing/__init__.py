"""What was read from a file becomes entries: names, units, days, a preview, and one transaction."""

FOLDER = "imports"
"""Below the data directory: files that wait for a tap, by user."""
