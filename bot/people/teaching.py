"""A message that only says what a word of the person's means: remembered, confirmed, taken back by a tap."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from agents.cases import Reading, Replay, tried_on
from agents.keeping import taught, untaught
from agents.profile import Profile
from agents.turn import Incoming
from agents.vocabulary import own_terms
from bot.people.state import BotState
from bot.replies.callbacks import MemoryTap
from bot.replies.copies import with_history
from bot.replies.said import Said
from bot.replies.tried import tried_lines
from bot.texts import Html, Wording, wording
from storage.entities import Buttons, ContextVersion, Effects

if TYPE_CHECKING:
    from agents.offline.learning.teaching import Taught, Unfit

_LOOKED_BACK = 50
"""Versions among which a lesson is looked for."""
_TRIES = 3
"""The Observer may save a version at the same moment."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """Words of a person's own."""

    state: BotState

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that teaches; None: it is about something else, such as an earlier log."""
        from agents.offline.learning.teaching import lessons  # noqa: PLC0415 - not before a message

        user_id, text = incoming.user_id, incoming.text
        about_another = incoming.edited or incoming.reply_to is not None
        found = () if about_another else lessons(text, self._terms, ())
        if not found:
            return None
        if any(lesson.why == "unknown" for lesson in found):
            names = {each.name for each in await self.state.db.measures.logged_measures(user_id)}
            found = lessons(text, self._terms, names)
        profile = await self.state.profile(user_id)
        say = wording(profile.language)
        words = {lesson.term: lesson.name for lesson in found if lesson.why == "done"}
        tried = await self._tried(profile, words) if words else None
        version = await self._saved(profile, words) if words else None
        told = [self._told(lesson, say) for lesson in found]
        told += tried_lines(tried, say) if version else []
        return Said(Html("\n".join(told)), self._undo(version, say) if version else ())

    async def taken_back(self, user_id: int, effects: Effects) -> Html | None:
        """Add to the effects the memory without the last lesson; what to say, None if there is none."""
        versions = await self.state.db.contexts.versions(user_id, limit=_LOOKED_BACK)
        profile = await self.state.profile(user_id)
        found = untaught(versions, profile.local(self.state.now()))
        if found is None:
            return None
        effects.contexts.append(found[0])
        say = wording(profile.language)
        return await with_history(self.state.db.pushed, user_id, found[1], say("teach.undone"), say)

    async def learnt_at(self, user_id: int) -> datetime | None:
        """When the lesson was learnt that can be taken back."""
        versions = await self.state.db.contexts.versions(user_id, limit=_LOOKED_BACK)
        found = untaught(versions, self.state.now())
        return found[1] if found is not None else None

    async def _tried(self, profile: Profile, words: dict[str, str]) -> Replay | None:
        """What the words would change in what was corrected before."""
        own = own_terms((await self.state.db.contexts.person(profile.user_id))[1])
        before, after = Reading(profile, own), Reading(profile, {**own, **words})
        return await tried_on(self.state.services, profile.user_id, before, after)

    async def _saved(self, profile: Profile, words: dict[str, str]) -> ContextVersion | None:
        """The version that holds them; None when all were known."""
        db = self.state.db
        budget = self.state.services.limits.global_context_tokens
        for _ in range(_TRIES):
            current = await db.contexts.context(profile.user_id)
            now = profile.local(self.state.now())
            version = taught(current, profile.user_id, words, now, budget)
            if version is None or await db.contexts.save_context(version):
                return version
        return None

    @property
    def _terms(self) -> dict[str, str]:
        return self.state.services.registry.terms

    @staticmethod
    def _told(lesson: Taught | Unfit, say: Wording) -> Html:
        return say(
            f"teach.{lesson.why}", term=lesson.term, name=say.catalogue.measures.get(lesson.name, lesson.name)
        )

    @staticmethod
    def _undo(version: ContextVersion, say: Wording) -> Buttons:
        tap = MemoryTap(version.user_id, "back", version.version, str(version.version - 1))
        return ((tap.button(say.label("context.undo")),),)
