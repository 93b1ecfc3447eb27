"""From words to meaning: text, tokens, spans, patterns over spans, phrases, statements; each a frozen value."""
