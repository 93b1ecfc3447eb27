"""What holds of what a model said: figures that were written, entries that are there, words of the person."""
