"""What somebody trains for: goals as they are said, and how far they are."""
