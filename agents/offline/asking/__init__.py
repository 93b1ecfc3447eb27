"""Reading questions: parts, subjects, what is wanted of them, over which days, and what to search for."""
