"""Many messages at once: who waits, what is kept in memory, and whether everybody is answered."""
