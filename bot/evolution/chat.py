"""/evolve: a conversation about a template of coaches, adopted, rejected or rolled back by a tap."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agents.coaches.making import known_templates, version_of
from agents.coaches.template import Template
from agents.derived_ids import message_key
from agents.evolution.record import records
from agents.evolution.replay import last_wakes, replayed
from agents.evolution.session import NAMES, Session, begun, session_of
from agents.turn import Incoming
from bot.assistant.tapped import Tapped, message
from bot.evolution.pages import EvolutionPage, choice, typed_words
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap, Verdict
from bot.replies.console_ids import without_buttons
from bot.replies.prices import noticed
from bot.replies.said import Said
from bot.texts import Html, wording
from bot.updates.asked import Asked
from storage.coach import TemplateRow
from storage.entities import Buttons, Effects
from storage.errors import Outdated
from storage.proposal import ProposalRow, Settled, Status
from storage.thought import ThoughtKey

if TYPE_CHECKING:
    from agents.evolution.answering import Answer

CAUSE = "evolved"
"""Of a version that a conversation made."""
_OPEN: tuple[Status, ...] = ("open", "asking")
_CALLS = 2
"""Of a model for one answer: one with tools, one with what it says."""
_DATA = 3000
"""Characters that it is shown, about."""
_STEPS: Mapping[str, int] = {"weeks": 2, "step_percent": 1}
_SETTING = re.compile(r"([a-z_]+) (\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class _End:
    """How a conversation ends: what is shown, the row's status, versions that hold from now on."""

    html: Html
    status: Status
    buttons: Buttons = ()
    templates: tuple[TemplateRow, ...] = ()
    told: str = "tap.done"


@dataclass(frozen=True, slots=True)
class EvolutionChat:
    """Of everybody; each works on their own versions."""

    state: BotState

    async def asked(self, asked: Asked) -> Said:
        """/evolve: which there are; with a name the conversation about it, begun or gone on with."""
        services, say, now = self.state.services, asked.say, self.state.now()
        if not self.state.coaching.enabled:
            return Said(say("coach.off"))
        known = await known_templates(services, asked.user_id)
        is_typed = without_buttons(asked.chat_id)
        name, _, words = asked.arguments.partition(" ")
        template = _called(asked.arguments, known)
        if template is not None:
            words = ""
        elif is_typed:
            template = _called(name, known)
        if template is None:
            return Said(choice([*known.values()], say, say.language))
        row = await self.state.db.proposals.session(asked.user_id, now)
        if row is not None and session_of(row).now.name != template.name:
            await self._settle(row, "declined", Effects())
            row = None
        if row is None:
            version = await version_of(services, asked.user_id, template, now)
            session = Session(base=version.version, now=template, draft=template, language=say.language)
            row = begun(asked.user_id, session, now)
            await self.state.db.proposals.add(row)
        self.state.untalked.discard(asked.user_id)
        if words.strip():
            return await self._typed(asked, row, words.strip())
        return await self._page(row, session_of(row), is_typed=is_typed)

    async def heard(self, incoming: Incoming, row: ProposalRow) -> bool:
        """Words that the conversation waits for: a model answers, else they are a note. False: none are."""
        if row.status != "asking" or incoming.edited or incoming.chat_id != row.chat_id:
            return False
        answer = await self._answer(incoming, row)
        row = await self.state.db.proposals.proposal(row.user_id, row.token) or row
        session = session_of(row)
        session = (
            session.noted(incoming.text) if answer is None else answer.in_session(session, incoming.text)
        )
        if row.status in _OPEN:
            page = await self._page(row, session, told=self._told(answer, session))
        else:
            page = Said(wording(session.language)("evolve.over"))
        said = page.to(row.user_id, f"update:{incoming.update_id}", row.chat_id)
        effects = Effects(
            inbox_done=incoming.update_id, messages=[incoming.as_message()], outgoing=[said],
            spent=[_thought_of(row, incoming)],
        )  # fmt: skip
        await self._settle(row, "open" if row.status in _OPEN else row.status, effects, session)
        return True

    async def _answer(self, incoming: Incoming, row: ProposalRow) -> Answer | None:
        """A model's, which may have taken long: the row may be another by then. None: there is no model."""
        if self.state.asked is None:
            return None
        from agents.evolution.answering import Adviser  # noqa: PLC0415 - only with models

        adviser = Adviser(self.state.services, self.state.asked)
        asking = adviser.answered(_thought_of(row, incoming), session_of(row), incoming.text)
        return await asyncio.create_task(asking)

    def _told(self, answer: Answer | None, session: Session) -> Html | None:
        """Why no model answered."""
        money = self.state.services.money
        if answer is None or answer.failed is None or money is None:
            return None
        return noticed(answer.failed, money.budget, wording(session.language))

    async def _price(self) -> float | None:
        """USD that an answer is likely to cost; None: no model gives one."""
        money = self.state.services.money
        if self.state.asked is None or money is None:
            return None
        return _CALLS * await money.call("evolution", None, _DATA)

    async def tapped(self, tap: Tapped, chosen: ProposalTap, row: ProposalRow) -> str:
        """What to tell the one who tapped. A tap is dealt with in the transaction of what it does."""
        say, session = await self.state.wording(row.user_id), session_of(row)
        if not self.state.coaching.enabled:
            return say("coach.off")
        late = row.expires_at <= self.state.now() and row.status in _OPEN
        if late or row.status not in (*_OPEN, "done") or (row.status == "done" and chosen.verdict != "roll"):
            return say("tap.expired" if late else "tap.already")
        if chosen.verdict == "try":
            return await self._replay(tap, row, session)
        try:
            if chosen.verdict == "paid":
                return await self._rethink(tap, row, session)
            return say(await self._done(tap, row, session, chosen.verdict))
        except Outdated:
            return say("evolve.changed")

    async def _done(self, tap: Tapped, row: ProposalRow, session: Session, verdict: Verdict) -> str:
        """The key of what is told. Raises Outdated."""
        ends = _ENDS.get(verdict)
        if ends is not None:
            end = await ends(self, row, session)
            effects = self._shown(tap, end.html, end.buttons)
            effects.templates = [*end.templates]
            await self._settle(row, end.status, effects)
            return end.told
        if verdict != "talk":
            session = _turned(session, verdict)
        page = await self._page(row, session, asks=verdict == "talk")
        status: Status = "asking" if verdict == "talk" else row.status
        await self._settle(row, status, self._shown(tap, page.html, page.buttons), session)
        return "tap.saved"

    async def reject(self, row: ProposalRow, session: Session) -> _End:
        """All stays as it is."""
        html = (await self._of(row, session)).ended("rejected", session.base)
        return _End(html, "declined", told="tap.skipped")

    async def adopt(self, row: ProposalRow, session: Session) -> _End:
        """The next version holds; running coaches read it when they wake. Raises Outdated."""
        versions = await self.state.db.coaches.template_versions(row.user_id, session.now.name)
        if not any(one.active and one.version == session.base for one in versions):
            raise Outdated
        number, body = versions[0].version + 1, session.draft.model_dump_json()
        version = TemplateRow(row.user_id, session.now.name, number, body, self.state.now(), CAUSE)
        page = await self._of(row, session)
        return _End(page.ended("adopted", number), "done", page.rolls_back(), (version,))

    async def roll_back(self, row: ProposalRow, session: Session) -> _End:
        """To the version before the one that holds, or that this conversation began with. Raises Outdated."""
        target = session.base if row.status == "done" else await self._older(row.user_id, session)
        versions = await self.state.db.coaches.template_versions(row.user_id, session.now.name)
        former = [one for one in versions if one.version == target]
        if not former:
            raise Outdated
        html = (await self._of(row, session)).ended("rolled_back", former[0].version)
        return _End(html, "undone" if row.status == "done" else "replaced", templates=tuple(former))

    # --- Where there are no buttons -------------------------------------------------------------------------

    async def _typed(self, asked: Asked, row: ProposalRow, words: str) -> Said:
        """What the words behind the name do: an end, a replay, a setting; else they are what is wanted."""
        session, say = session_of(row), asked.say
        acts = {word: one for one, word in typed_words(say).items()}
        act, setting = acts.get(words.casefold(), ""), _SETTING.fullmatch(words.casefold())
        if act == "replay":
            found = await replayed(self.state.services, row.user_id, session.now, session.draft)
            return Said((await self._of(row, session)).replayed(found))
        try:
            if act == "rethink":
                return await self._rethink_typed(asked, row, session)
            if act and (act != "adopt" or session.changes):
                end = await _WORDS[act](self, row, session)
                await self._settle(row, end.status, Effects(templates=[*end.templates]))
                return Said(end.html)
            told, effects = None, Effects()
            if setting is not None and setting[1] in NAMES:
                by = int(setting[2]) - getattr(session.draft.settings, setting[1])
                session = session.turned(setting[1], by)
            elif not act:
                session, told = await self._wanted(asked, row, words, effects)
            await self._settle(row, row.status, effects, session)
        except Outdated:
            return Said(say("evolve.changed"))
        return Said((await self._page(row, session, told=told, is_typed=True)).html)

    async def _wanted(
        self, asked: Asked, row: ProposalRow, words: str, effects: Effects
    ) -> tuple[Session, Html | None]:
        """The session with what a model answers, else with a note; why none answered."""
        incoming = asked.incoming(words)
        answer, session = await self._answer(incoming, row), session_of(row)
        effects.spent = [_thought_of(row, incoming)]
        if answer is None:
            return session.noted(words), None
        return answer.in_session(session, words), self._told(answer, session)

    async def _rethink_typed(self, asked: Asked, row: ProposalRow, session: Session) -> Said:
        by = message_key(asked.chat_id, asked.message_id)
        if (why := self._unasked(session, by)) is not None:
            return Said(why)
        found, spent = await self._rethought(row, session, by)
        await self.state.db.turns.apply(Effects(spent=spent))
        return Said(found)

    async def _replay(self, tap: Tapped, row: ProposalRow, session: Session) -> str:
        """By rules: that costs nothing."""
        found = await replayed(self.state.services, row.user_id, session.now, session.draft)
        page = await self._of(row, session)
        told = message(tap, f"evolve:{tap.update_id}", page.replayed(found))
        await self.state.db.turns.apply(Effects(inbox_done=tap.update_id, outgoing=[told]))
        return ""

    async def _rethink(self, tap: Tapped, row: ProposalRow, session: Session) -> str:
        """What to tell the one who tapped; what came of it is a message. Raises Outdated."""
        if (why := self._unasked(session, str(tap.update_id))) is not None:
            return why
        found, spent = await self._rethought(row, session, str(tap.update_id))
        told = message(tap, f"evolve:{tap.update_id}", found)
        await self.state.db.turns.apply(Effects(inbox_done=tap.update_id, outgoing=[told], spent=spent))
        return ""

    def _unasked(self, session: Session, by: str) -> Html | None:
        """Why no model writes the last wakes again for that tap or message; None: one does."""
        say = wording(session.language)
        if self.state.asked is None or not session.has_other_directives:
            return say("tap.already")
        return say("evolve.paid") if session.paid_by(by) is None else None

    async def _rethought(
        self, row: ProposalRow, session: Session, by: str
    ) -> tuple[Html, Sequence[ThoughtKey]]:
        """By a model, paid once for the same draft, unless nobody answered. Raises Outdated."""
        if self.state.asked is None:
            return Html(""), ()
        await self._settle(row, row.status, Effects(), session.paid_by(by))
        from agents.coaches.thinking import Thinking  # noqa: PLC0415 - only with models
        from agents.evolution.rethinking import rethought  # noqa: PLC0415 - as above

        thinking = Thinking(self.state.asked, lambda: self.state.tools, reads=False)
        mark = f"{row.token}:{by}"
        found = await rethought(self.state.services, thinking.think, row.user_id, session.draft, mark)
        if all(one.would is None for one in found):
            await self._unpaid(row)
        html = (await self._of(row, session)).rethought(found)
        return html, [of for one in found for of in one.spent]

    async def _unpaid(self, row: ProposalRow) -> None:
        """Nobody answered: it may be asked for again."""
        now = await self.state.db.proposals.proposal(row.user_id, row.token)
        if now is not None and now.status in _OPEN:
            session = session_of(now).model_copy(update={"paid": ""})
            await self._settle(now, now.status, Effects(), session)

    async def _replay_price(self, session: Session, user_id: int) -> float | None:
        """USD that the last wakes are likely to cost again; None: there is nothing to pay for."""
        money = self.state.services.money
        if self.state.asked is None or money is None or not session.has_other_directives:
            return None
        wakes = [wake for wake, _ in await last_wakes(self.state.services, user_id, session.now.name)]
        if not wakes:
            return None
        paid = [one.cost_usd for one in wakes if one.cost_usd]
        if paid:
            return len(wakes) * sum(paid) / len(paid)
        draft = session.draft
        return len(wakes) * _CALLS * await money.call("coach", draft.tier, _DATA, draft.model)

    async def _older(self, user_id: int, session: Session) -> int | None:
        rows = await self.state.db.coaches.template_versions(user_id, session.now.name)
        return max((one.version for one in rows if one.version < session.base), default=None)

    async def _page(
        self,
        row: ProposalRow,
        session: Session,
        *,
        asks: bool = False,
        told: Html | None = None,
        is_typed: bool = False,
    ) -> Said:
        found = await records(self.state.services, row.user_id, session.now.name)
        replays = await self._replay_price(session, row.user_id)
        other = session.draft.settings != session.now.settings
        again = await replayed(self.state.services, row.user_id, session.now, session.draft) if other else ()
        page = replace(await self._of(row, session), talks=await self._price(), replays=replays, again=again)
        older = await self._older(row.user_id, session)
        html = page.html(found, asks=asks, told=told)
        return Said(Html(f"{html}\n\n{page.how()}") if is_typed else html, page.keyboard(older=older))

    async def _of(self, row: ProposalRow, session: Session) -> EvolutionPage:
        profile = await self.state.profile(row.user_id)
        return EvolutionPage(wording(session.language), profile, self.state.now(), row.token, session)

    @staticmethod
    def _shown(tap: Tapped, html: Html, buttons: Buttons) -> Effects:
        """In place of what was tapped, which is dealt with by then."""
        shown = message(tap, f"evolve:{tap.update_id}", html, edits=tap.message_id, buttons=buttons)
        return Effects(inbox_done=tap.update_id, outgoing=[shown])

    async def _settle(
        self, row: ProposalRow, status: Status, effects: Effects, session: Session | None = None
    ) -> None:
        """Raises Outdated: another device was quicker."""
        result = None if session is None else session.model_dump_json()
        settled = Settled(row.token, row.user_id, status, self.state.now(), result, only=(row.status,))
        effects.settled = [settled]
        await self.state.db.turns.apply(effects)


_ENDS = {"yes": EvolutionChat.adopt, "no": EvolutionChat.reject, "roll": EvolutionChat.roll_back}
_WORDS = {"adopt": EvolutionChat.adopt, "reject": EvolutionChat.reject, "back": EvolutionChat.roll_back}


def _thought_of(row: ProposalRow, incoming: Incoming) -> ThoughtKey:
    """What a model's answer to that message is kept under."""
    return ThoughtKey(row.user_id, f"evolve:{row.token}:{incoming.update_id}")


def _turned(session: Session, verdict: Verdict) -> Session:
    """With a setting up or down; as it was where there is no such setting."""
    at = ord(verdict[0]) - ord("a")
    if at >= len(NAMES) or verdict[1:] not in ("+", "-"):
        return session
    step = _STEPS.get(NAMES[at], 1)
    return session.turned(NAMES[at], step if verdict[1] == "+" else -step)


def _called(said: str, known: Mapping[str, Template]) -> Template | None:
    wanted = said.strip().casefold()
    return next(
        (one for one in known.values() if wanted in (one.name, *map(str.casefold, one.called.values()))), None
    )
