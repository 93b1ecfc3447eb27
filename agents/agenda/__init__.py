"""A person's calendar: events over CalDAV or Google, read and, once the person has said yes, written."""
