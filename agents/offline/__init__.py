"""The deterministic engine: the nine agents without a model and without a network."""
