"""ModelEngine: the nine agents played by language models over pydantic-ai and litellm."""
