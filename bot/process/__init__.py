"""The running process: its log, lock on the data directory, signs of life, counters and backups."""
