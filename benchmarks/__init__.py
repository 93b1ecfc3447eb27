"""Reproducible measurements, each side by side with a floor in the same run."""
