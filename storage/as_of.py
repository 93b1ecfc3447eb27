"""A user's log as it stood when it was read."""

from __future__ import annotations

from typing import NamedTuple


class AsOf(NamedTuple):
    """When `revision` was the newest of all (its `seq`)."""

    user_id: int
    revision: int
