"""Reading logs: from letters to tokens, items, clauses, and what each domain finds in them."""
