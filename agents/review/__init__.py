"""What is told without being asked: the week, the morning, a check-in. Figures only, no words."""
