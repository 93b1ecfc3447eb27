"""/evolve: a conversation about a template of coaches, adopted, rejected or rolled back by a tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agents.coaches.making import known_templates, version_of
from agents.coaches.template import Template
from agents.evolution.record import records
from agents.evolution.replay import replayed
from agents.evolution.session import NAMES, Session, begun, session_of
from agents.turn import Incoming
from bot.assistant.tapped import Tapped, message
from bot.evolution.pages import EvolutionPage, Keyboard, choice
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.replies.callbacks import ProposalTap, Verdict
from bot.texts import Html, wording
from bot.updates.asked import Asked
from storage.coach import TemplateRow
from storage.entities import Effects
from storage.errors import Outdated
from storage.proposal import ProposalRow
from storage.settled import Settled, Status

CAUSE = "evolved"
"""Of a version that a conversation made."""
_OPEN: tuple[Status, ...] = ("open", "asking")
_STEPS: Mapping[str, int] = {"weeks": 2, "step_percent": 1}


@dataclass(frozen=True, slots=True)
class EvolutionChat:
    """Of everybody; each works on their own versions."""

    state: BotState

    async def asked(self, asked: Asked) -> Said:
        """/evolve: which there are; with a name the conversation about it, begun or gone on with."""
        services, say, now = self.state.services, asked.say, self.state.now()
        known = await known_templates(services, asked.user_id)
        template = _called(asked.arguments, known)
        if template is None:
            return Said(choice([*known.values()], say, say.language))
        row = await self.state.db.proposals.session(asked.user_id, now)
        if row is not None and session_of(row).now.name != template.name:
            await self._settle(row, "declined")
            row = None
        if row is None:
            version = await version_of(services, asked.user_id, template, now)
            session = Session(base=version.version, now=template, draft=template, language=say.language)
            row = begun(asked.user_id, session, now)
            await self.state.db.proposals.add(row)
        self.state.untalked.discard(asked.user_id)
        return Said(*await self._page(row, session_of(row)))

    async def heard(self, incoming: Incoming, row: ProposalRow) -> Said | None:
        """Words that the conversation waits for are a note of it; None: it waits for none."""
        if row.status != "asking" or incoming.edited or incoming.chat_id != row.chat_id:
            return None
        session = session_of(row).noted(incoming.text)
        await self._settle(row, "open", session)
        return Said(*await self._page(row, session))

    async def tapped(self, tap: Tapped, chosen: ProposalTap, row: ProposalRow) -> str:
        """What to tell the one who tapped."""
        say, session = await self.state.wording(row.user_id), session_of(row)
        if chosen.verdict == "roll":
            return await self._roll_back(tap, row, session)
        if row.status not in _OPEN or row.expires_at <= self.state.now():
            return say("tap.already" if row.status not in _OPEN else "tap.expired")
        act = _ACTS.get(chosen.verdict)
        return await (
            self._go_on(tap, row, session, chosen.verdict) if act is None else act(self, tap, row, session)
        )

    async def reject(self, tap: Tapped, row: ProposalRow, session: Session) -> str:
        """All stays as it is."""
        await self._settle(row, "declined")
        await self._show(tap, (await self._of(row, session)).ended("rejected", session.base), ())
        return (await self.state.wording(row.user_id))("tap.skipped")

    async def replay(self, tap: Tapped, row: ProposalRow, session: Session) -> str:
        """By rules: that costs nothing."""
        found = await replayed(self.state.services, row.user_id, session.now, session.draft)
        page = await self._of(row, session)
        told = message(tap, f"evolve:{tap.update_id}", page.replayed(found))
        await self.state.db.turns.apply(Effects(outgoing=[told]))
        return ""

    async def _go_on(self, tap: Tapped, row: ProposalRow, session: Session, verdict: Verdict) -> str:
        """Words are waited for, or a setting is another."""
        if verdict == "talk":
            await self._settle(row, "asking", session)
        elif (at := ord(verdict[0]) - ord("a")) < len(NAMES) and verdict[1:] in ("+", "-"):
            step = _STEPS.get(NAMES[at], 1)
            session = session.turned(NAMES[at], step if verdict[1] == "+" else -step)
            await self._settle(row, row.status, session)
        else:
            return (await self.state.wording(row.user_id))("tap.unknown")
        html, buttons = await self._page(row, session, asks=verdict == "talk")
        await self._show(tap, html, buttons)
        return ""

    async def adopt(self, tap: Tapped, row: ProposalRow, session: Session) -> str:
        """The version and that it was adopted, in one transaction; coaches read it when they wake."""
        say, now = await self.state.wording(row.user_id), self.state.now()
        version = TemplateRow(
            row.user_id, session.now.name, session.base + 1, session.draft.model_dump_json(), now, CAUSE
        )
        settled = Settled(row.token, row.user_id, "done", now, only=_OPEN)
        try:
            await self.state.db.coaches.adopt(version, session.base, settled)
        except Outdated:
            return say("evolve.changed")
        page = await self._of(row, session)
        active = await self.state.db.coaches.template(row.user_id, session.now.name)
        number = session.base + 1 if active is None else active.version
        await self._show(tap, page.ended("adopted", number), page.rolls_back())
        return say("tap.done")

    async def _roll_back(self, tap: Tapped, row: ProposalRow, session: Session) -> str:
        """To the version before the one that holds, or that this conversation began with."""
        say = await self.state.wording(row.user_id)
        target = session.base if row.status == "done" else await self._older(row.user_id, session)
        if target is None or row.status not in (*_OPEN, "done"):
            return say("tap.already")
        becomes: Status = "undone" if row.status == "done" else "replaced"
        settled = Settled(row.token, row.user_id, becomes, self.state.now(), only=(row.status,))
        try:
            await self.state.db.coaches.roll_back(row.user_id, session.now.name, target, settled)
        except Outdated:
            return say("evolve.changed")
        await self._show(tap, (await self._of(row, session)).ended("rolled_back", target), ())
        return say("tap.done")

    async def _older(self, user_id: int, session: Session) -> int | None:
        rows = await self.state.db.coaches.template_versions(user_id, session.now.name)
        return max((one.version for one in rows if one.version < session.base), default=None)

    async def _page(self, row: ProposalRow, session: Session, *, asks: bool = False) -> tuple[Html, Keyboard]:
        found = await records(self.state.services, row.user_id, session.now.name)
        page = await self._of(row, session)
        older = await self._older(row.user_id, session)
        return page.html(found, asks=asks), page.keyboard(older=older)

    async def _of(self, row: ProposalRow, session: Session) -> EvolutionPage:
        profile = await self.state.profile(row.user_id)
        return EvolutionPage(wording(session.language), profile, self.state.now(), row.token, session)

    async def _show(self, tap: Tapped, html: Html, buttons: Keyboard) -> None:
        key = f"evolve:{tap.update_id}"
        shown = message(tap, key, html, edits=tap.message_id, buttons=buttons)
        await self.state.db.turns.apply(Effects(outgoing=[shown]))

    async def _settle(self, row: ProposalRow, status: Status, session: Session | None = None) -> None:
        result = None if session is None else session.model_dump_json()
        settled = Settled(row.token, row.user_id, status, self.state.now(), result)
        await self.state.db.turns.apply(Effects(settled=[settled]))


_ACTS = {"yes": EvolutionChat.adopt, "no": EvolutionChat.reject, "try": EvolutionChat.replay}


def _called(said: str, known: Mapping[str, Template]) -> Template | None:
    wanted = said.strip().casefold()
    return next(
        (one for one in known.values() if wanted in (one.name, *map(str.casefold, one.called.values()))), None
    )
