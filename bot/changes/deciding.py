"""Taps on a set: each item is read again, held against the present and done once, with its decision's row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from agents.changes.checking import Present, Why
from agents.changes.items import Item, SessionItem, about
from agents.changes.proposing import CHANGES, kept_item, set_key, shown
from agents.recounting import remember_change
from agents.tools.result import Outcome
from bot.assistant.tapped import Tapped
from bot.changes.applying import Applying, Left, TakingBack
from bot.changes.calendar import UNSURE, CalendarSessions, Entered
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap, Verdict
from bot.replies.change_pages import SetPage
from bot.replies.copies import with_history
from bot.texts import Html, wording
from storage.entities import Effects, Outgoing
from storage.errors import Outdated
from storage.proposal import ProposalRow, Settled, Status

_TRIES = 8
"""Whatever is logged meanwhile."""
_COACH = "coach:"
_TOO_LATE: tuple[Status, ...] = ("open", "expired")
_WAITS: tuple[Status, ...] = ("open", "confirmed")
_TURNED_DOWN: dict[Verdict, Status] = {"no": "declined", "later": "later"}


@dataclass(frozen=True, slots=True)
class Deciding:
    """Taps and /undo."""

    state: BotState

    async def tapped(self, tap: Tapped, chosen: ProposalTap) -> str:
        """Do it, or not; what to tell the one who tapped."""
        rows = await self.state.db.proposals.of_set(tap.user_id, chosen.token)
        say = await self.state.wording(tap.user_id)
        now = self.state.now()
        of_set = chosen.verdict in ("all", "later")
        meant = [row for row in rows if of_set or row.token == chosen.token]
        waiting = [
            row for row in meant if _waits(row) and (row.status == "confirmed" or row.expires_at > now)
        ]
        if not meant:
            return say("tap.unknown")
        if waiting:
            await self._decide(waiting, chosen.verdict)
        await self._refresh(tap, chosen.token)
        if not waiting:
            return say("tap.expired" if any(row.status in _TOO_LATE for row in meant) else "tap.already")
        return say(_notice(await self._again(waiting[0]), {row.token for row in waiting}))

    async def _decide(self, rows: Sequence[ProposalRow], verdict: Verdict) -> None:
        profile = await self.state.profile(rows[0].user_id)
        present = Present(self.state.services, profile, self.state.now())
        for token in [row.token for row in rows]:
            for _ in range(_TRIES):
                row = next(one for one in await self._again(rows[0]) if one.token == token)
                if not _waits(row):
                    break  # another device was quicker
                with suppress(Outdated):  # the log has changed meanwhile
                    await self.decided(row, verdict, present)
                    break

    async def decided(self, row: ProposalRow, verdict: Verdict, present: Present) -> None:
        """One item, in a transaction of its own. Raises Outdated: nothing was done."""
        if verdict in _TURNED_DOWN:
            await self._settle(row, _TURNED_DOWN[verdict], Effects())
        else:
            await self._do(row, present)

    async def _again(self, row: ProposalRow) -> list[ProposalRow]:
        return await self.state.db.proposals.of_set(row.user_id, row.token)

    async def _do(self, row: ProposalRow, present: Present) -> None:
        """Raises Outdated: nothing was done."""
        kept = kept_item(row)
        if row.status == "open" and await present.refused(kept.item) is not None:
            await self._settle(row, "withdrawn", Effects())
            return
        if isinstance(kept.item, SessionItem) and await self._in_calendar(row, kept.item, present):
            return
        effects = Effects(as_of=await self.state.db.entries.as_of_now(row.user_id))
        done = await Applying(self.state, present, kept.language).apply(row, kept.item, effects)
        if isinstance(done, Left):
            await self._settle(row, "done", effects, done.model_dump_json(), at=present)
            await self._counted(row, kept.item, effects)
        else:
            await self._settle(row, _failed(done), Effects())

    async def _in_calendar(self, row: ProposalRow, item: SessionItem, present: Present) -> bool:
        """What will be written is kept, then it is written, then that it is: killed between, once more."""
        sessions = await CalendarSessions.of(self.state, row.user_id, self.state.now())
        if sessions is None:
            return False
        if row.result is not None:
            entered = Entered.model_validate_json(row.result)
        else:
            meant = await sessions.meant(item)
            if meant is None:
                return False
            entered = meant
            await self._settle(row, "confirmed", Effects(), entered.model_dump_json(), at=present)
            row = replace(row, status="confirmed")
        done = await sessions.enter(entered)
        if isinstance(done, Entered):
            await self._settle(row, "done", Effects(), done.model_dump_json(), at=present, in_calendar=True)
        elif done not in UNSURE:
            await self._settle(row, "failed", Effects())
        return True

    async def _settle(
        self,
        row: ProposalRow,
        status: Status,
        effects: Effects,
        result: str | None = None,
        *,
        at: Present | None = None,
        in_calendar: bool = False,
    ) -> None:
        """In the transaction of what is done. Raises Outdated."""
        when = row.settled_at if status == row.status and row.settled_at else self.state.now()
        when = when if at is None else at.now
        only = (row.status,)
        effects.settled = [
            Settled(row.token, row.user_id, status, when, result, only=only, in_calendar=in_calendar)
        ]
        effects.author = row.origin.removeprefix(_COACH) if status == "done" else ""  # not woken by its own
        await self.state.db.turns.apply(effects)

    async def _counted(self, row: ProposalRow, item: Item, effects: Effects) -> None:
        """What others keep in mind of what was committed."""
        if effects.goals:
            self.state.db.goals.changed(row.user_id)
        if effects.programmes:
            self.state.gym.begun(row.user_id)
        if effects.revisions:
            changed = [one.entry for one in effects.revisions]
            before = [
                one.entry
                for change in changed
                for one in await self.state.db.entries.revisions(row.user_id, change.id)
                if one.revision == change.revision - 1
            ]
            touched, author = [*before, *changed], effects.author
            await remember_change(self.state.services, row.user_id, touched, "user_correction", author)

    async def _refresh(self, tap: Tapped, token: str) -> None:
        """The message shows what became of its items."""
        page = await self._page(tap, await self.state.db.proposals.of_set(tap.user_id, token))
        await self.state.db.turns.apply(Effects(outgoing=[page]))

    async def _page(self, tap: Tapped, rows: Sequence[ProposalRow]) -> Outgoing:
        """That message with these rows."""
        token, edits = rows[0].token, tap.message_id
        if edits is None:
            sent = await self.state.db.outbox.shown_as(set_key(token))
            edits = sent.message_ids[0] if sent is not None and sent.message_ids else None
        key = f"{set_key(token)}:{tap.update_id}"
        return await shown(self.state.services, rows, self.state.now(), edits=edits, key=key)

    async def taken_back(self, user_id: int, update_id: int, told: Callable[[Html], list[Outgoing]]) -> bool:
        """Take back what the last tap confirmed, if a set's it was, and tell it with the last of it."""
        last = await self.state.db.proposals.last_done(user_id)
        if last is None or last.tool != CHANGES:
            return False
        rows = [
            row
            for row in await self.state.db.proposals.of_set(user_id, last.token)
            if row.status == "done" and row.settled_at == last.settled_at
        ]
        became: list[tuple[ProposalRow, Status]] = []
        for row in reversed(rows[1:]):
            became.insert(0, (row, await self._take_back(row)))
        tap = Tapped(update_id, user_id, last.chat_id, None)
        await self._take_back(rows[0], lambda status: self._end(tap, [(rows[0], status), *became], told))
        return True

    async def _end(
        self,
        tap: Tapped,
        became: Sequence[tuple[ProposalRow, Status]],
        told: Callable[[Html], list[Outgoing]],
    ) -> list[Outgoing]:
        """What is told, and the set's own message: a kill between the two would leave that as it was."""
        now = {row.token: status for row, status in became}
        rows = await self.state.db.proposals.of_set(tap.user_id, became[0][0].token)
        page = await self._page(tap, [replace(row, status=now.get(row.token, row.status)) for row in rows])
        return [*told(await self._told(became)), page]

    async def _take_back(
        self, row: ProposalRow, ending: Callable[[Status], Awaitable[list[Outgoing]]] | None = None
    ) -> Status:
        """What it is then; `ending` makes what is told with it."""
        profile = await self.state.profile(row.user_id)
        present, item = Present(self.state.services, profile, self.state.now()), kept_item(row).item
        for _ in range(_TRIES):
            effects = Effects(as_of=await self.state.db.entries.as_of_now(row.user_id))
            back = await self._back(row, item, present, effects)
            status: Status = "done" if back is None else "undone" if back else "kept"
            if ending is not None:
                effects.outgoing = await ending(status)
            in_calendar = status == "undone" and _entered(row) is not None
            with suppress(Outdated):
                await self._settle(row, status, effects, in_calendar=in_calendar)
                await self._counted(row, item, effects)
                return status
        return "done"

    async def _back(self, row: ProposalRow, item: Item, present: Present, effects: Effects) -> bool | None:
        """Whether all of it is taken back by the effects; None: nobody knows, it is to be tried again."""
        if isinstance(item, SessionItem) and (entered := _entered(row)) is not None:
            sessions = await CalendarSessions.of(self.state, row.user_id, self.state.now())
            outcome = Outcome.NOT_CONFIGURED if sessions is None else await sessions.take_out(entered)
            return None if outcome in UNSURE else outcome is Outcome.DONE
        left = Left.model_validate_json(row.result or "{}")
        return await TakingBack(self.state, present).take_back(item, left, effects)

    async def _told(self, became: Sequence[tuple[ProposalRow, Status]]) -> Html:
        user_id = became[0][0].user_id
        profile, now = await self.state.profile(user_id), self.state.now()
        pairs = [(replace(row, status=status), kept_item(row)) for row, status in became]
        ids = dict.fromkeys(entry for _, kept in pairs for entry in about(kept.item))
        entries = await self.state.db.entries.entries(user_id, ids)
        say = wording(pairs[0][1].language)
        since = max(row.settled_at or row.at for row, _ in became)
        html = SetPage(say, profile, now, pairs, entries).html
        return await with_history(self.state.db.pushed, user_id, since, html, say)


def _notice(rows: Sequence[ProposalRow], meant: set[str]) -> str:
    became: set[Status] = {row.status for row in rows if row.token in meant}
    return _NOTICES.get(became.pop(), "changes.not_all") if len(became) == 1 else "changes.not_all"


def _waits(row: ProposalRow) -> bool:
    return row.status in _WAITS


def _entered(row: ProposalRow) -> Entered | None:
    """None: it became a reminder."""
    return Entered.model_validate_json(row.result) if row.result and '"meant"' in row.result else None


def _failed(why: Why) -> Status:
    return "failed" if why in ("full", "out_of_range") else "withdrawn"


_NOTICES: dict[Status, str] = {
    "done": "tap.done",
    "declined": "tap.skipped",
    "later": "tap.skipped",
    "withdrawn": "changes.gone",
}
