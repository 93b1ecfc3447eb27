"""Reading what other apps, notes and our export hold. Bytes in, rows and problems out; nothing is written."""
