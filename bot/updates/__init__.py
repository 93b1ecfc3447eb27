"""How updates arrive: on disk first, then a bounded window of them in memory, each chat in its own lane."""
