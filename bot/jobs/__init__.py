"""Long jobs in the chat: started, watched, asked, delivered, corrected."""
