"""What a meal may have had, where nobody said: estimates, never stored and never mixed with figures."""
