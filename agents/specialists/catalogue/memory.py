"""The memory specialist: it sees what was said in this chat, and nothing else."""

from __future__ import annotations

from pydantic import JsonValue

from agents.language.text import plain
from agents.specialists.specialist import Heard, Passage, Query, Seat, Standing, Told
from agents.specialists.speech import speech as of_parts
from agents.talk.asked import Asked, asked, may_ask, speech, without_days
from agents.talk.told import nothing_said, quoted_head
from agents.tools.catalogue.conversation import get_conversation_history
from storage.entities import Message
from storage.fulltext import words

_QUOTED = 5
"""Messages that are shown; a summary rests on more."""


class MemoryQuery(Query):
    """A question about what was said. `asked` is None where rules can't read it."""

    asked: Asked | None = None
    but: int | None = None
    """The message that asks: what came after it is no answer."""


class Memory(Standing):
    """Quotes what was said, with links; with a model it sums up first."""

    name = "memory"
    description = "what the person or the assistant said earlier in this chat, word for word"
    priority = 30
    private = False
    request = MemoryQuery
    tools = (get_conversation_history,)

    def may_hear(self, said: Heard) -> bool:
        """A word of saying."""
        return speech(said.language).signs.search(plain(said.text)) is not None

    def heard(self, said: Heard) -> MemoryQuery | None:
        """By the rows of `agents/talk/words`."""
        if not may_ask(said.text, said.language):
            return None
        found = asked(said.text, said.now, said.language, said.order)
        return None if found is None else MemoryQuery(user_question=said.text, asked=found, loose=found.loose)

    def goes_on(self, said: Heard, last: MemoryQuery) -> MemoryQuery | None:
        """The same about something else, or of other days."""
        before = last.asked or Asked(who="any")
        days, left = without_days(plain(said.text), said.now, said.order)
        topic = before.topic if days is not None and not words(left) else _topic(said.text, said.language)
        return MemoryQuery(user_question=said.text, asked=Asked(who=before.who, topic=topic, days=days))

    async def answer(self, asked: MemoryQuery, seat: Seat) -> Told:
        """In a group only of the group's own messages."""
        meant = asked.asked or Asked(who="any", topic=_topic(asked.user_question, seat.context.language))
        arguments: dict[str, JsonValue] = {
            "query": meant.topic[:200], "who": meant.who, "but": asked.but,
            "message_limit": seat.message_limit if seat.models is not None else _QUOTED,
            "question": asked.user_question[:1000],
        }  # fmt: skip
        if meant.days is not None:
            arguments |= {"since": meant.days.start.isoformat(), "until": meant.days.end.isoformat()}
        result = await seat.call(get_conversation_history, arguments)
        language = seat.context.language
        if result.value is None or not result.value.messages:
            return Told(text=nothing_said(meant, language))
        shown = result.value.messages[-_QUOTED:] if result.value.summary else result.value.messages[:_QUOTED]
        head = result.value.summary or quoted_head(meant, language)
        speakers = meant.who == "any"
        return Told(text=head, passages=tuple(_passage(one, seat, with_speaker=speakers) for one in shown))


def _topic(question: str, language: str) -> str:
    """The words of a question that say what it is about, where no form reads it."""
    light = of_parts(language).light
    return " ".join(one for one in words(plain(question)) if one not in light)[:200] or question[:200]


def _passage(message: Message, seat: Seat, *, with_speaker: bool) -> Passage:
    at = seat.profile.local(message.at)
    return Passage(
        text=" ".join(message.text.split()), day=at.date(), title=f"{at:%H:%M}",
        where=message.role if with_speaker else "", message_id=message.message_id,
    )  # fmt: skip


specialist = Memory()
