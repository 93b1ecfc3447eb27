"""The offline agents talking, for the tests; how they are asked is `evals.talk`."""

from __future__ import annotations

from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from evals.diary import MemorySearch, entry, measure
from evals.talk import Asker as AnyAsker
from evals.talk import Reply

__all__ = ["Asker", "MemorySearch", "Reply", "entry", "measure"]


class Asker(AnyAsker):
    """One person talking to the offline engine."""

    def __init__(self, search: MemorySearch, profile: Profile) -> None:
        super().__init__(OfflineEngine(), search, profile)
