"""One file a specialist: whatever stands here is found."""
