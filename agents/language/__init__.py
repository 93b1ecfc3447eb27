"""From words to meaning: text, tokens, spans, patterns over spans, phrases; each a frozen value."""
