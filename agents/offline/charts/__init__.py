"""Which chart somebody wants, what it shows, computed from their entries, and the words below it."""
