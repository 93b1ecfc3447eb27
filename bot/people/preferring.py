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
            return None if found is None else await self._shown(found, incoming)
        state, user_id = self.state, incoming.user_id
        asked = await state.open_questions(user_id, incoming.chat_id)
        if found[0].field == "weight_unit" and any(question.gap == "weight_unit" for question in asked):
            return None  # it answers what is being asked
        values = {one.field: self._value(one) for one in found}
        offers = state.offers
        known = ((field, settings.chosen_by(field, value or "", offers)) for field, value in values.items())
        chosen = {field: one for field, one in known if one is not None}
        if len(chosen) < len(values):
            return None if any(one.is_guess for one in found) else await self._no_such(found[0], user_id)
        effects = Effects()
        user = await state.user(user_id, incoming.user_name)
        told: Told | None = None
        for field, one in chosen.items():
            before, value = getattr(user.preferences, field), values[field] or ""
            user = with_preference(user, one)
            if before != value:
                told = Told(field=field, before=before, value=value, at=state.now(), also=told)
        user = user if told is None else user.model_copy(update={"told": told})
        profile = await state.prefer(user, effects)
        await state.db.turns.apply(effects)
        say = wording(state.services.spoken(incoming.text, profile.language))
        return self._changed("settings.told", tuple(values), profile, say)

    def _value(self, wanted: Preferred) -> str | None:
        return zone_named(wanted.value) if wanted.field == "time_zone" else wanted.value

    async def _shown(self, page: Page, incoming: Incoming) -> Said:
        """The page that is asked for."""
        profile = await self.state.profile(incoming.user_id)
        if page == "briefings":
            spoken = self.state.services.spoken(incoming.text, profile.language)
            return briefings_page(profile, wording(spoken))
        return settings.page(profile, self.state.now(), self.state.offers)

    async def told_at(self, user_id: int) -> datetime | None:
        """When a preference was told that stands as it was told; None: there is none."""
        user = await self.state.user(user_id)
        told = user.told
        return told.at if told and getattr(user.preferences, told.field) == told.value else None

    async def take_back(self, user_id: int, effects: Effects) -> Said:
        """Add to the effects that what was told last is as it was before; what to say."""
        user = await self.state.user(user_id)
        told = (user.told, user.told.also) if user.told else ()
        before = {one.field: one.before for one in told if one is not None}
        preferences = user.preferences.model_copy(update=before)
        user = user.model_copy(update={"preferences": preferences, "told": None})
        profile = await self.state.prefer(user, effects)
        return self._changed("settings.untold", tuple(before), profile, wording(profile.language))

    def _changed(self, key: str, fields: tuple[str, ...], profile: Profile, say: Wording) -> Said:
        """What was set; what comes by itself with its own page."""
        if any(field in FIELDS for field in fields):
            return Said.together([Said(say(key)), briefings_page(profile, say)], "\n\n")
        shown = settings.changed(fields, profile, self.state.now(), self.state.offers, say)
        return Said.together([Said(say(key)), shown], " ")

    async def _no_such(self, found: Preferred, user_id: int) -> Said | None:
        say = await self.state.wording(user_id)
        if found.field == "language" and known_language(found.value):
            return Said(say("settings.needs_model", language=language_name(found.value)))
        return Said(say("settings.no_zone", zone=found.value)) if found.field == "time_zone" else None
