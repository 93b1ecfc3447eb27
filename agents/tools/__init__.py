"""One registry of typed tools: what the assistant can look up, propose and do."""
