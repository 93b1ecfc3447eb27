"""Sets of proposed changes in the chat: decided by taps, carried out once, taken back."""
