"""Time zone and date order, asked once: after the first receipt, in the private chat, with buttons."""

from __future__ import annotations

from dataclasses import dataclass

from agents.profile import Profile
from bot.people.preferences import chosen_by
from bot.people.state import BotState
from bot.people.zones import COMMON
from bot.replies.callbacks import SettingTap
from bot.replies.evidence import rows
from bot.replies.said import Said
from bot.texts import wording
from storage.entities import Effects, User

FIRST = "first_"
"""How the fields of these buttons begin; the rest is the setting's name."""
_SKIPPED = "skip"


@dataclass(frozen=True, slots=True)
class FirstDay:
    """One message: the page of the time zone gives way to that of the date order, and this to a word."""

    state: BotState

    async def after(self, user_id: int, chat_id: int) -> None:
        """Ask what is not known, unless it was asked before or something else is being asked just now."""
        state = self.state
        if chat_id != user_id or user_id in state.introduced or not state.services.defaults.ask_first:
            return
        user = await state.user(user_id)
        missing = self._missing(user)
        if user.introduced or not missing:
            state.introduced.add(user_id)
            return
        logged = await state.db.entries.recent_entries(user_id, 1)
        if not logged or await state.open_questions(user_id, chat_id):
            return
        page = self._page(missing[0], await state.profile(user_id))
        asks = page.to(user_id, f"first-day:{user_id}", chat_id)
        asked = user.model_copy(update={"introduced": True})
        await state.db.turns.apply(Effects(users=[asked], outgoing=[asks]))
        state.introduced.add(user_id)

    async def tapped(self, user_id: int, name: str, tap: SettingTap, effects: Effects) -> Said:
        """What the message shows after a tap; the choice is added to the effects."""
        field = tap.field.removeprefix(FIRST)
        chosen = None if tap.value == _SKIPPED else chosen_by(field, tap.value)
        if chosen is not None:
            profile = await self.state.choose(user_id, name, chosen, effects)
        else:
            profile = await self.state.profile(user_id)
        user = effects.users[-1] if effects.users else await self.state.user(user_id, name)
        if field == "time_zone" and "date_order" in self._missing(user):
            return self._page("date_order", profile)
        say = wording(profile.language)
        clock = f"{profile.local(self.state.now()):%H:%M}"
        order = say(f"settings.{profile.date_order.lower()}")
        return Said(say("first.done", zone=profile.time_zone, clock=clock, order=order))

    def _missing(self, user: User) -> list[str]:
        known = user.preferences.model_dump(exclude_none=True)
        return [field for field in self.state.services.defaults.ask_first if field not in known]

    def _page(self, field: str, profile: Profile) -> Said:
        say = wording(profile.language)
        data = f"{FIRST}{field}"
        skip = SettingTap(data, _SKIPPED).button(say.label("button.skip"))
        if field == "date_order":
            values = {"DMY": say("settings.dmy"), "MDY": say("settings.mdy")}
            buttons = [SettingTap(data, value).button(label) for value, label in values.items()]
            return Said(say("first.date_order"), (tuple(buttons), (skip,)))
        now = self.state.now()
        zones = dict.fromkeys((profile.time_zone, *COMMON))
        buttons = [
            SettingTap(data, zone).button(
                f"{zone.rpartition('/')[2].replace('_', ' ')} · {_in(profile, zone).local(now):%H:%M}"
            )
            for zone in zones
        ]
        return Said(say("first.time_zone"), (*rows(buttons, 2), (skip,)))


def _in(profile: Profile, zone: str) -> Profile:
    return profile.model_copy(update={"time_zone": zone})
