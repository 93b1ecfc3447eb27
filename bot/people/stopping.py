"""The button below what comes by itself: it stops by one tap, and comes again by another."""

from __future__ import annotations

from bot.people.briefing_page import shown
from bot.people.due import BRIEFINGS
from bot.people.preferences import chosen_by
from bot.people.state import BotState
from bot.replies.callbacks import SettingTap
from bot.replies.said import Said
from bot.texts import wording
from storage.entities import Effects

STOP, GO_ON = "stop", "goon"
"""The fields of these buttons: the value is the setting, and for `goon` what it is to be."""


async def stopped_or_kept(state: BotState, user_id: int, tap: SettingTap, effects: Effects) -> None:
    """Keep the choice and say so, in one commit: a new message, as a picture's words can't become others."""
    said = await _chosen(state, user_id, tap, effects)
    effects.outgoing.append(said.to(user_id, f"update:{effects.inbox_done}"))
    await state.db.turns.apply(effects)


async def _chosen(state: BotState, user_id: int, tap: SettingTap, effects: Effects) -> Said:
    """What is said, with the choice in the effects."""
    profile = await state.profile(user_id)
    say = wording(profile.language)
    job, _, value = tap.value.partition("_")
    if tap.field == STOP and job in BRIEFINGS:
        before: str = getattr(profile, job)
        if (off := chosen_by(job, "off")) is not None:
            await state.choose(user_id, "", off, effects)
        if before == "off":
            return Said(say(f"briefing.stopped.{job}"))
        again = SettingTap(GO_ON, f"{job}_{before}").button(say.label("briefing.on_again"))
        return Said(say(f"briefing.stopped.{job}"), ((again,),))
    chosen = chosen_by(job, value) if job in BRIEFINGS and value else None
    if chosen is None:
        return Said(say("briefing.kept"))
    await state.choose(user_id, "", chosen, effects)
    return Said(say("briefing.is_on", value=shown(value, say)))
