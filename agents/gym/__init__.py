"""In the gym: plates, warm-ups, programmes, and what comes next by what was done."""
