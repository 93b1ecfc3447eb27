"""Questions to notes answered by a model in five steps, each of which can be left out."""
