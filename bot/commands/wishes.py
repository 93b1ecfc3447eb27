"""What is said in words and is for neither specialists nor diary: in Telegram, over HTTP, in the terminal."""

from __future__ import annotations

from agents.derived_ids import message_key
from agents.jobs.signs import job_wish
from agents.offline.about import topic_of
from agents.offline.lexicon import language_of
from agents.offline.questions.wishes import wish_in
from agents.offline.repeating import repeats
from agents.offline.routing.requests import beyond_us, chart_named, is_beyond_us, page_in
from agents.signs import may_speak_of
from agents.turn import Incoming
from bot.commands import gym
from bot.commands.ahead import ahead
from bot.commands.drawing import chart_chat
from bot.people.state import BotState
from bot.replies.console_ids import without_buttons
from bot.replies.said import Said
from bot.texts import Html, escape, wording
from bot.updates.asked import Asked


async def granted(state: BotState, incoming: Incoming) -> Said | None:
    """The answer where nobody taps buttons; None: it is for others."""
    for answer in (of_training, of_goals, of_jobs, ahead, of_charts, of_pages, beyond):
        if (told := await answer(state, incoming)) is not None:
            return told
    return None


async def of_training(state: BotState, incoming: Incoming) -> Said | None:
    """The gym, and what a meal had."""
    if (told := await gym.heard(state, incoming)) is not None or not state.estimates:
        return told
    from bot.people.estimating import Estimating  # noqa: PLC0415 - only where it is switched on

    return await Estimating(state).heard(incoming)


async def of_goals(state: BotState, incoming: Incoming) -> Said | None:
    """A goal or a coach: wanted, or asked about."""
    if not may_speak_of("goals", incoming.text, language_of(incoming.text)):
        return None
    from bot.coaches.chat import CoachDesk  # noqa: PLC0415 - when goals or coaches are spoken of
    from bot.people.goals import GoalDesk  # noqa: PLC0415 - as above

    return await CoachDesk(state).heard(incoming) or await GoalDesk(state).heard(incoming)


async def of_charts(state: BotState, incoming: Incoming) -> Said | None:
    """A chart that is asked for, or only named."""
    text, known = incoming.text, state.services.registry.terms
    wish = chart_named(text, known.__contains__) or (text if wish_in(text) == ("chart", 0) else None)
    if wish is None:
        return None
    return await (await chart_chat(state)).wished(wish, incoming.user_id, incoming.sent_at)


async def of_jobs(state: BotState, incoming: Incoming) -> Said | None:
    """A job asked for or about in words, without a command."""
    wish = job_wish(incoming.text, language_of(incoming.text))
    if wish is None:
        return None
    profile = await state.profile(incoming.user_id)
    say = wording(state.services.spoken(incoming.text, profile.language))
    if wish != "begin":
        if incoming.chat_id < 0 or not await state.db.jobs.of_user(incoming.user_id, 1):
            return None  # it is about another one
        is_typed = without_buttons(incoming.chat_id)
        return await (await state.jobs.open()).spoken(incoming.user_id, wish, say, is_typed=is_typed)
    if incoming.chat_id < 0 and not state.access.knows(incoming.user_id):
        return Said(say("job.private"))
    return await (await state.jobs.open()).wished(
        incoming.user_id, incoming.text, say, message_key(incoming.chat_id, incoming.message_id)
    )


async def of_pages(state: BotState, incoming: Incoming) -> Said | None:
    """What there is of goals, coaches, reminders … where an order about them is one that nobody reads."""
    name = page_in(incoming.text)
    if name is None:
        return None
    from bot.commands.perform import PERFORM  # noqa: PLC0415 - a command may use what is here

    asked = await asked_in_words(state, incoming)
    page = await PERFORM[name](state, asked)
    return None if page is None else Said(Html(f"{asked.say('page.unread')}\n\n{page.html}"), page.buttons)


async def asked_in_words(state: BotState, incoming: Incoming) -> Asked:
    """A message as a command without anything behind it."""
    profile = await state.profile(incoming.user_id)
    say = wording(state.services.spoken(incoming.text, profile.language))
    return Asked.of(incoming, "", say, profile, state.now())


async def beyond(state: BotState, incoming: Incoming) -> Said | None:
    """Nothing is put into a calendar that is not connected; what was asked for may be unclear."""
    lacks = state.concierge.lacks(incoming) if state.concierge is not None else None
    known = state.services.registry.terms.get
    if lacks is None and (
        not is_beyond_us(incoming.text) or topic_of(incoming.text) or repeats(incoming.text, known)
    ):
        return None
    profile = await state.profile(incoming.user_id)
    say = wording(state.services.spoken(incoming.text, profile.language))
    if lacks is not None:
        return Said(say(lacks))
    return Said(Html(escape(beyond_us(say.language, incoming.text))))
