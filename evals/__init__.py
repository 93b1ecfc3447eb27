"""Scores an engine's agents on labelled examples; the examples are YAML files in the folder `data`."""
