"""What a message is, and the pieces it is cut into."""
