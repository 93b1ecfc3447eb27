"""Jobs without a model: scripts of ours that drive the same loop, tools and files."""
