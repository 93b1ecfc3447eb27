"""Questions read into frames by patterns; beside the readers of `asking`, which are still asked."""
