"""Who answers what is not for the diary: calendar, notes, what was said, goals. Asked in this order, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.goals.signs import may_speak_of_goals
from agents.notes import asking as notes_asked
from agents.offline.lexicon import language_of
from agents.talk.asked import asked as talk_asked
from agents.talk.asked import may_ask
from agents.turn import Incoming
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.texts import Html, escape, wording

if TYPE_CHECKING:  # what a specialist needs is loaded when it is asked
    from agents.tools.catalogue.notion_search import NoteFound
    from agents.tools.context import ToolContext

_NOTES = 3
"""Pages that are quoted."""
_QUOTE = 300
"""Characters of a page."""
_MESSAGES = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """`private`: it is never said in a group."""

    said: Said
    private: bool


@dataclass(frozen=True, slots=True)
class Concierge:
    """Rules choose; each specialist answers without a model."""

    state: BotState

    async def heard(self, incoming: Incoming) -> Answer | None:
        """The answer of the first specialist that a message is for; None: it is for the diary."""
        if self.state.assistant is not None:
            from bot.assistant.agenda import CalendarChat  # noqa: PLC0415
            from bot.assistant.desk import Desk  # noqa: PLC0415

            told = await CalendarChat(Desk(self.state, self.state.assistant)).heard(incoming)
            if told is not None:
                return Answer(told, private=True)
        if (told := await self._notes(incoming)) is not None:
            return Answer(told, private=True)
        if (told := await self._talk(incoming)) is not None:
            return Answer(told, private=False)
        if (told := await self._goals(incoming)) is not None:
            return Answer(told, private=True)
        return None

    async def _goals(self, incoming: Incoming) -> Said | None:
        if not may_speak_of_goals(incoming.text, language_of(incoming.text)):
            return None
        from bot.people.goals import GoalDesk  # noqa: PLC0415

        return await GoalDesk(self.state).heard(incoming)

    async def _notes(self, incoming: Incoming) -> Said | None:
        language = language_of(incoming.text)
        topic = notes_asked.asked(incoming.text, language)
        if topic is None:
            return None
        words = notes_asked.speech(language).words
        assistant = self.state.assistant
        if assistant is None or not assistant.has_notes(incoming.user_id):
            return Said(Html(escape(words.none)))
        from agents.tools.catalogue.notion_search import notion_search  # noqa: PLC0415
        from agents.tools.result import Outcome  # noqa: PLC0415

        arguments = {"query": topic, "max_results": _NOTES}
        result = await assistant.tools.call(notion_search, arguments, await self._context(incoming))
        if result.value is None:
            why = "" if result.outcome is Outcome.FAILED else result.detail
            return Said(Html(escape(words.down.format(why=why or result.outcome.value))))
        if not result.value.found:
            return Said(Html(escape(words.nothing.format(topic=topic))))
        lines = [_quoted(words.line, one) for one in result.value.found]
        return Said(Html("\n\n".join([escape(words.head), *lines])))

    async def _talk(self, incoming: Incoming) -> Said | None:
        language = language_of(incoming.text)
        if not may_ask(incoming.text, language):
            return None
        profile = await self.state.profile(incoming.user_id)
        now = profile.local(incoming.sent_at)
        found = talk_asked(incoming.text, now, language, profile.date_order)
        if found is None:
            return None
        from agents.talk.told import told  # noqa: PLC0415
        from agents.tools.catalogue.conversation import get_conversation_history  # noqa: PLC0415

        context = await self._context(incoming)
        arguments = {"query": found.topic, "who": found.who, "message_limit": _MESSAGES}
        if found.days is not None:
            arguments |= {"since": found.days.start.isoformat(), "until": found.days.end.isoformat()}
        result = await self.state.tools.call(get_conversation_history, arguments, context)
        messages = [] if result.value is None else result.value.messages
        others = [one for one in messages if one.message_id != incoming.message_id]
        return Said(Html(escape(told(found, others, now, context.zone, language))))

    async def _context(self, incoming: Incoming) -> ToolContext:
        from agents.tools.context import ToolContext  # noqa: PLC0415

        profile = await self.state.profile(incoming.user_id)
        return ToolContext.of(
            profile,
            incoming.sent_at,
            chat_id=incoming.chat_id,
            private=incoming.chat_id == incoming.user_id,
            language=wording(profile.language).language,
        )


def _quoted(line: str, found: NoteFound) -> str:
    """A page's title, linked where it has an address, where it lies, its day, and what it says."""
    title = f"<b>{escape(found.title)}</b>"
    if found.url.startswith(("https://", "http://")):
        title = f'<a href="{escape(found.url)}">{escape(found.title)}</a>'
    where = f" ({escape(found.path)})" if found.path and found.path != found.title else ""
    quote = " ".join(found.quote.split())
    short = quote if len(quote) <= _QUOTE else quote[: _QUOTE - 1].rstrip() + "…"
    return line.format(title=title, where=where, day=f", {found.day}", quote=f"<i>{escape(short)}</i>")
