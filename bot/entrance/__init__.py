"""Who may come in: rights, codes that give them, and the door every update passes."""
