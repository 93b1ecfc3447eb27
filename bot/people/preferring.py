"""A preference told in words changes the settings, is confirmed, and is changed again with a tap."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agents.offline.learning.preferring import Page, Preferred, preferred
from agents.profile import Profile
from agents.turn import Incoming
from bot.people import preferences as settings
from bot.people.briefing_page import FIELDS, briefings_page
from bot.people.state import BotState, with_preference
from bot.people.zones import zone_named
from bot.replies.said import Said
from bot.texts import Wording, wording
from bot.texts.languages import known_language, language_name
from storage.entities import Effects
from storage.told import Told


@dataclass(frozen=True, slots=True)
class Preferring:
    """Settings by chat."""

    state: BotState

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that only says what is preferred; None: it is about something else."""
        about_another = incoming.edited or incoming.reply_to is not None
        found = None if about_another else preferred(incoming.text)
        if found is None or isinstance(found, str):
            return None if found is None else await self._shown(found, incoming.user_id)
        state, user_id = self.state, incoming.user_id
        asked = await state.open_questions(user_id, incoming.chat_id)
        if found.field == "weight_unit" and any(question.gap == "weight_unit" for question in asked):
            return None  # it answers what is being asked
        value = zone_named(found.value) if found.field == "time_zone" else found.value
        chosen = settings.chosen_by(found.field, value or "", state.offers)
        if chosen is None:
            return await self._no_such(found, user_id)
        effects = Effects()
        user = await state.user(user_id, incoming.user_name)
        before: str | None = getattr(user.preferences, found.field)
        user = with_preference(user, chosen)
        if before != value:
            told = Told(field=found.field, before=before, value=value or "", at=state.now())
            user = user.model_copy(update={"told": told})
        profile = await state.prefer(user, effects)
        await state.db.turns.apply(effects)
        say = wording(state.services.spoken(incoming.text, profile.language))
        return self._changed("settings.told", found.field, profile, say)

    async def _shown(self, page: Page, user_id: int) -> Said:
        """The page that is asked for."""
        profile = await self.state.profile(user_id)
        if page == "briefings":
            return briefings_page(profile)
        return settings.page(profile, self.state.now(), self.state.offers)

    async def told_at(self, user_id: int) -> datetime | None:
        """When a preference was told that stands as it was told; None: there is none."""
        user = await self.state.user(user_id)
        told = user.told
        return told.at if told and getattr(user.preferences, told.field) == told.value else None

    async def take_back(self, user_id: int, effects: Effects) -> Said:
        """Add to the effects that what was told last is as it was before; what to say."""
        user = await self.state.user(user_id)
        before = {user.told.field: user.told.before} if user.told else {}
        preferences = user.preferences.model_copy(update=before)
        field = user.told.field if user.told else "language"
        user = user.model_copy(update={"preferences": preferences, "told": None})
        profile = await self.state.prefer(user, effects)
        return self._changed("settings.untold", field, profile, wording(profile.language))

    def _changed(self, key: str, field: str, profile: Profile, say: Wording) -> Said:
        """One setting; those of what comes by itself with their own page."""
        if field in FIELDS:
            return Said.together([Said(say(key)), briefings_page(profile)], "\n\n")
        shown = settings.changed(field, profile, self.state.now(), self.state.offers, say)
        return Said.together([Said(say(key)), shown], " ")

    async def _no_such(self, found: Preferred, user_id: int) -> Said | None:
        say = await self.state.wording(user_id)
        if found.field == "language" and known_language(found.value):
            return Said(say("settings.needs_model", language=language_name(found.value)))
        return Said(say("settings.no_zone", zone=found.value)) if found.field == "time_zone" else None
