"""Updates that were made up, of every kind, valid and broken."""
