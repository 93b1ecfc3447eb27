"""What is worth remembering: habits, records, and what corrections and people teach."""
