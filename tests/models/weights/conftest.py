"""Real weights take a minute a call on a small machine: they are part of the whole soak alone."""

from __future__ import annotations

from tests.driver.sizes import LENGTH

collect_ignore = [] if LENGTH == "whole" else ["test_weights.py"]
