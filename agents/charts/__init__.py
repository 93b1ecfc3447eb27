"""Charts: what a picture shows as data, and the process that draws it."""
