"""The bot on a machine at its worst: full disks, missing rights, damaged files, wrong clocks."""
