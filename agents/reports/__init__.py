"""Reports: parts of Markdown whose every number is a slot, and the files they are delivered as."""
