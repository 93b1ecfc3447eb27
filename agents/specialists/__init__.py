"""Specialists: who answers what is not for the diary's machine, each from its own data, by typed requests."""
