"""Asking models: from a request to an answer in its form, over providers, tries and money."""
