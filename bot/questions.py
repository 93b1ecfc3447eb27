"""Questions put to the user: answered by a tap, by typed words, or skipped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.steps.doubting import FOR_EVERY_LOG
from agents.turn import Incoming
from bot.answers import meant
from bot.desk import Desk
from bot.rendering import asked_as, asking
from bot.texts import Wording
from storage.entities import Effects, Outgoing, PendingQuestion
from storage.questions import Refusal

Outcome = Literal["accepted"] | Refusal


@dataclass(frozen=True, slots=True)
class Answering:
    """Hands answers to the machine and shows on the question what was chosen."""

    desk: Desk

    async def typed(self, incoming: Incoming) -> bool:
        """Whether the message was the answer to an open question; then it is dealt with."""
        if incoming.edited:
            return False
        found = await self._meant(incoming)
        if found is None:
            return False
        question, answer = found
        if await self._give(question, incoming.user_id, answer, incoming) != "accepted":
            return False
        open_ones = await self.desk.open_questions(incoming.user_id, incoming.chat_id)
        if any(other.turn_id == question.turn_id for other in open_ones):
            await self._note(incoming, answer)
        return True

    async def _note(self, incoming: Incoming, answer: str) -> None:
        """Nothing else is said before the other questions of the turn are answered."""
        say = await self.desk.wording(incoming.user_id)
        noted = Outgoing(
            key=f"noted:{incoming.chat_id}:{incoming.message_id}",
            chat_id=incoming.chat_id,
            user_id=incoming.user_id,
            html=say("typed.noted", answer=answer),
            reply_to=None if incoming.chat_id == incoming.user_id else incoming.message_id,
        )
        await self.desk.repository.apply(Effects(outgoing=[noted]))

    async def _meant(self, incoming: Incoming) -> tuple[PendingQuestion, str] | None:
        open_ones = await self.desk.open_questions(incoming.user_id, incoming.chat_id)
        return meant(incoming.text, open_ones, incoming.reply_to)

    async def tapped(
        self, token: str, option: int | None, user_id: int, chat_id: int
    ) -> tuple[Outcome, str | None]:
        """A tap on an option or on Skip (None): what came of it, and the answer that was chosen."""
        question = await self.desk.repository.question(token)
        if question is None or question.chat_id != chat_id:
            return "unknown", None
        if question.user_id != user_id:
            return "not_yours", None
        if option is not None and option >= len(question.options):
            return "unknown", None
        answer = None if option is None else question.options[option]
        return await self._give(question, user_id, answer), answer

    async def skip_all(self, user_id: int, chat_id: int) -> int:
        """Skip every open question of this person in this chat; how many there were."""
        skipped = 0
        for question in await self.desk.open_questions(user_id, chat_id):
            skipped += await self._give(question, user_id, None) == "accepted"
        return skipped

    async def _give(
        self, question: PendingQuestion, user_id: int, answer: str | None, said: Incoming | None = None
    ) -> Outcome:
        outcome = await self.desk.machine.answer(question.token, user_id, question.chat_id, answer, said=said)
        if outcome == "accepted":
            await self._show_choice(question, answer)
            await self._settle_alike(question, answer)
        return outcome

    async def _settle_alike(self, question: PendingQuestion, answer: str | None) -> None:
        """What is told for every log answers, or skips, what was asked about others."""
        if question.gap not in FOR_EVERY_LOG:
            return
        for other in await self.desk.open_questions(question.user_id, question.chat_id):
            if other.gap == question.gap:
                await self._give(other, question.user_id, answer)

    async def _show_choice(self, question: PendingQuestion, answer: str | None) -> None:
        """The question's keyboard gives way to what was chosen."""
        asked = await self.desk.repository.question(question.token)
        if asked is None or asked.message_id is None:
            return
        say = asking(question.question, (await self.desk.profile(question.user_id)).language)
        edit = Outgoing(
            key=f"choice:{question.token}",
            chat_id=question.chat_id,
            user_id=question.user_id,
            html=chosen_html(question, answer, say),
            edits=asked.message_id,
            kind="edit",
        )
        await self.desk.repository.apply(Effects(outgoing=[edit]))


def chosen_html(question: PendingQuestion, answer: str | None, say: Wording) -> str:
    """The question as it stands once it is answered or skipped."""
    if answer is None:
        return say("question.skipped", question=asked_as(question, say))
    return say("question.chosen", question=asked_as(question, say), answer=answer)
