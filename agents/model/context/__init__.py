"""What a model is shown: prompts, fenced data, entries with short references, and tools to look things up."""
