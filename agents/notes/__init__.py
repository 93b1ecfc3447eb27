"""Notes of one's own: sources of pages, their index, and finding what they say."""
