"""Questions put to the user: answered by a tap, by typed words, or skipped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from agents.steps.doubting import FOR_EVERY_LOG
from agents.turn import Incoming
from bot.people.answers import NAMING, answer_in, meant
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap, read
from bot.replies.rendering import asked_as, asking
from bot.replies.said import Said
from bot.texts import Html, Wording
from storage.entities import Outgoing, PendingQuestion
from storage.questions import Refusal

Outcome = Literal["accepted"] | Refusal


@dataclass(frozen=True, slots=True)
class Answering:
    """Hands answers to the machine and shows on the question what was chosen."""

    state: BotState

    async def replying(self, incoming: Incoming) -> Incoming:
        """With what the message that it replies to tells of, asks or proposes."""
        user_id, chat_id, replied = incoming.user_id, incoming.chat_id, incoming.reply_to
        if replied is None:
            return incoming
        asked = await self.state.open_questions(user_id, chat_id)
        if any(one.message_id == replied for one in asked):
            return incoming.model_copy(update={"replies_to": "question"})
        if any(isinstance(read(data), ProposalTap) for data in incoming.replied_taps):
            return incoming.model_copy(update={"replies_to": "proposal"})
        told = await self.state.db.entries.entry_by_message(user_id, chat_id, replied, with_deleted=True)
        return incoming.model_copy(update={"replies_to": "log"}) if told else incoming

    async def typed(self, incoming: Incoming) -> bool:
        """Whether the message was the answer to an open question; then it is dealt with."""
        if incoming.edited or len(incoming.text) > self.state.services.limits.read_characters:
            return False
        found = await self._meant(incoming)
        if found is None:
            return False
        question, answer = found
        return await self._give(question, answer, said=incoming) == "accepted"

    async def _note(self, incoming: Incoming, answer: str) -> Outgoing:
        """Nothing else is said before the other questions of the turn are answered."""
        say = await self.state.wording(incoming.user_id)
        key = f"noted:{incoming.chat_id}:{incoming.message_id}"
        reply_to = None if incoming.chat_id == incoming.user_id else incoming.message_id
        noted = Said(say("typed.noted", answer=answer))
        return noted.to(incoming.user_id, key, incoming.chat_id, reply_to=reply_to)

    async def _meant(self, incoming: Incoming) -> tuple[PendingQuestion, str] | None:
        open_ones = await self.state.open_questions(incoming.user_id, incoming.chat_id)
        pause = timedelta(minutes=self.state.services.limits.session_gap_minutes)
        fresh = [
            one
            for one in open_ones
            if one.gap not in NAMING or incoming.reply_to or incoming.sent_at - one.asked_at < pause
        ]
        return meant(incoming.text, fresh, incoming.reply_to)

    async def tapped(
        self, token: str, option: int | None, user_id: int, chat_id: int, message_id: int
    ) -> tuple[Outcome, str | None]:
        """A tap on an option or on Skip (None): what came of it, and the answer that was chosen."""
        question = await self.state.db.questions.question(user_id, token)
        if question is None:
            somebodys = await self.state.db.questions.is_asked(chat_id, token)
            return "not_yours" if somebodys else "unknown", None
        if question.chat_id != chat_id:
            return "unknown", None
        if option is not None and option >= len(question.options):
            return "unknown", None
        answer = None if option is None else question.options[option]
        return await self._give(question, answer, shown=message_id), answer

    async def chosen(self, token: str, answer: str | None, user_id: int, chat_id: int) -> Outcome:
        """An answer in words, or Skip (None), to one question; an option may be named by its number."""
        question = await self.state.db.questions.question(user_id, token)
        if question is None or question.chat_id != chat_id:
            return "unknown"
        words = None if answer is None else answer_in(answer, question, replied=True)
        return await self._give(question, words)

    async def skip_all(self, user_id: int, chat_id: int) -> int:
        """Skip every open question of this person in this chat; how many there were."""
        skipped = 0
        for question in await self.state.open_questions(user_id, chat_id):
            skipped += await self._give(question, None) == "accepted"
        return skipped

    async def _give(
        self,
        question: PendingQuestion,
        answer: str | None,
        *,
        said: Incoming | None = None,
        shown: int | None = None,
    ) -> Outcome:
        """All that the answer changes is one commit: a kill leaves no question that looks open and is not.

        `shown` is the message that shows the question, as far as a tap tells.
        """
        open_ones = await self.state.open_questions(question.user_id, question.chat_id)
        others = [one for one in open_ones if one.token != question.token]
        alike = [one for one in others if one.gap == question.gap] if question.gap in FOR_EVERY_LOG else []
        tells = [await self._choice(one, answer) for one in (question, *alike)]
        if shown is not None:
            tells[0] = await self._choice(question.model_copy(update={"message_id": shown}), answer)
        if said is not None and answer is not None and any(one.turn_id == question.turn_id for one in others):
            tells.append(await self._note(said, answer))
        return await self.state.machine.answer(
            question.token,
            question.user_id,
            question.chat_id,
            answer,
            said=said,
            also=[one.token for one in alike],
            tells=[one for one in tells if one is not None],
        )

    async def _choice(self, question: PendingQuestion, answer: str | None) -> Outgoing | None:
        """The question's keyboard gives way to what was chosen."""
        if question.message_id is None:
            return None
        say = asking(question.question, (await self.state.profile(question.user_id)).language)
        said, key = Said(chosen_html(question, answer, say)), f"choice:{question.token}"
        return said.to(question.user_id, key, question.chat_id, edits=question.message_id)


def chosen_html(question: PendingQuestion, answer: str | None, say: Wording) -> Html:
    """The question as it stands once it is answered or skipped."""
    if answer is None:
        return say("question.skipped", question=asked_as(question, say))
    return say("question.chosen", question=asked_as(question, say), answer=answer)
