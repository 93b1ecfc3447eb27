"""Tests, laid out like the packages; scenarios/ drive the real bot over HTTP."""
