"""Tests of the local Bot API server, with python-telegram-bot as its client."""
