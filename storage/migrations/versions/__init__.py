"""One file a migration, numbered."""
