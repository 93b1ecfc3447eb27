"""A set of changes kept and shown: what is valid of what somebody proposes, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import Literal

from pydantic import ValidationError

from agents.cases import Reading, Replay, tried_on
from agents.changes.checking import Present, Why
from agents.changes.items import ITEM, Item, MergeItem, UnitItem, about, mark
from agents.vocabulary import own_terms
from agents.work import Services
from storage.entities import Effects, Frozen, Outgoing
from storage.proposal import ProposalRow, Settled, Status
from storage.proposals import SET_LETTERS

CHANGES = "change"
"""The `tool` of their rows."""
MOST_ITEMS = 10
"""Of a set."""
MOST_READ = 50
"""Of what somebody proposes; the rest is not looked at."""
WAITS = timedelta(days=7)
_ANSWERED = frozenset[Status]({"declined", "confirmed", "done", "undone"})
"""Of these the same item on the same facts is not asked again; what was put off, as long as it would wait."""
_DAYS: Mapping[str, bool | Mapping[str, bool]] = {
    "reason": True, "day": True, "goal": {"made": True}, "plan": {"start": True, "until": True}
}  # fmt: skip
"""Of an item, what makes it no other proposal."""


class KeptItem(Frozen):
    """A row's body. `name`: who proposes, as the person knows them ("bench 100 kg")."""

    item: Item
    name: str = ""
    language: str = "en"
    tried: Replay | None = None
    """Of what changes how words are read: what it does to those that the person corrected before."""


async def _tried(present: Present, item: Item) -> Replay | None:
    profile, memory = await present.services.person(present.user_id)
    before = Reading(profile, own_terms(memory))
    if isinstance(item, MergeItem):
        after = replace(before, own={**before.own, item.name: item.into}, renamed={item.name: item.into})
    elif isinstance(item, UnitItem):
        after = replace(before, profile=profile.model_copy(update={item.field: item.unit}))
    else:
        return None
    return await tried_on(present.services, present.user_id, before, after)


@dataclass(frozen=True, slots=True)
class RefusedItem:
    """`number` counts from 0 what was proposed; `detail` is for whoever proposed it, never for the person."""

    number: int
    why: Why
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of it. `token` is the set's; empty where nothing was left to ask."""

    token: str
    items: tuple[Item, ...]
    refused: tuple[RefusedItem, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of an item, for whoever proposed it."""

    item: Item
    status: Status
    at: datetime

    @property
    def line(self) -> str:
        """For a model: the status, the kind, and what of the item is not as it is by default."""
        return f"{self.status} {self.item.kind}: {self.item.model_dump_json(exclude_defaults=True)}"


def kept_item(row: ProposalRow) -> KeptItem:
    """From a row's body."""
    return KeptItem.model_validate_json(row.body)


def set_key(token: str) -> str:
    """Of the message that shows the set of that token, or of an item's."""
    return f"changes:{token[:SET_LETTERS]}"


async def propose(
    services: Services,
    user_id: int,
    chat_id: int,
    origin: str,
    items: Iterable[Item | Mapping[str, object]],
    *,
    name: str = "",
    whole: bool = False,
    effects: Effects | None = None,
) -> Proposed:
    """Ask the person for each valid item, in one message in their private chat (a group is never written to).

    `origin` is coach:ID, job:ID or vault, `name` what the person knows it by. Mappings are read as items.
    With `whole` these are all that the origin wants now: what else of it waits is withdrawn. With `effects`
    nothing is written here: rows and message are added, to be committed with what they came of.
    """
    profile, now = await services.profile(user_id), services.clock()
    present = Present(services, profile, now)
    valid = await _valid(present, items)
    mine = Effects() if effects is None else effects
    if whole:
        waiting = [row for row in await services.db.proposals.open_items(user_id) if row.origin == origin]
        await withdraw(services, [row for row in waiting if row.mark not in valid.marks], mine)
    fresh = [*valid.fresh.items()]
    token = _token(user_id, origin, now, [one for one, _ in fresh]) if fresh else ""
    rows = [
        ProposalRow(
            token=f"{token}{number:02x}", user_id=user_id, chat_id=_private(chat_id, user_id), tool=CHANGES,
            at=now, expires_at=now + WAITS, origin=origin, mark=one,
            body=KeptItem(
                item=item, name=name, language=profile.language, tried=await _tried(present, item)
            ).model_dump_json(exclude_none=True),
        )
        for number, (one, item) in enumerate(fresh, 1)
    ]  # fmt: skip
    if rows:
        mine.proposals = [*mine.proposals, *rows]
        mine.outgoing.append(await shown(services, rows, now))
    if effects is None and mine:
        await services.db.turns.apply(mine)
    return Proposed(token, tuple(item for _, item in fresh), tuple(valid.refused))


@dataclass(slots=True)
class _Valid:
    fresh: dict[str, Item] = field(default_factory=dict[str, Item])
    """By mark: what can be asked."""
    refused: list[RefusedItem] = field(default_factory=list[RefusedItem])
    marks: set[str] = field(default_factory=set[str])
    """Of all that could be done, asked or not."""


async def _valid(present: Present, items: Iterable[Item | Mapping[str, object]]) -> _Valid:
    valid = _Valid()
    offered = iter(items)
    for number, one in enumerate(islice(offered, MOST_READ)):
        item = _read(number, one)
        if isinstance(item, RefusedItem):
            valid.refused.append(item)
        elif (why := await present.refused(item) or await _taken(present, item, valid)) is not None:
            valid.refused.append(RefusedItem(number, why))
    if next(offered, None) is not None:
        valid.refused.append(RefusedItem(MOST_READ, "too_many", f"only the first {MOST_READ} are read"))
    return valid


def _is_turned_down(item: Item, decided: Iterable[Decision], now: datetime) -> bool:
    """Whether the person did not want it lately, for whatever day it was proposed then."""
    said = item.model_dump(exclude=_DAYS)
    return any(
        one.status in ("declined", "undone")
        and now - one.at < WAITS
        and one.item.model_dump(exclude=_DAYS) == said
        for one in decided
    )


async def unfit(present: Present, one: Mapping[str, object], decided: Iterable[Decision]) -> str | None:
    """Why the person would never be asked that, for the model that wants it; None: they would.

    `decided`: what they have answered of what it wanted before.
    """
    item = _read(0, one)
    if isinstance(item, RefusedItem):
        return f"{item.why}: {item.detail}"
    why = await present.refused(item)
    if why is not None:
        return why
    asked = await _asked_before(present, await _mark(present, item)) == "declined"
    return "declined" if asked or _is_turned_down(item, decided, present.now) else None


async def _mark(present: Present, item: Item) -> str:
    """What tells it from others, on the facts as they are."""
    entries = await present.entries(item) or {}
    return mark(item, {key: entry.revision for key, entry in entries.items()})


async def _taken(present: Present, item: Item, valid: _Valid) -> Why | None:
    marked = await _mark(present, item)
    valid.marks.add(marked)
    if (why := await _asked_before(present, marked)) is not None:
        return why
    if marked not in valid.fresh and len(valid.fresh) >= MOST_ITEMS:
        return "too_many"
    valid.fresh.setdefault(marked, item)
    return None


def _read(number: int, one: Item | Mapping[str, object]) -> Item | RefusedItem:
    if not isinstance(one, Mapping):
        return one
    try:
        return ITEM.validate_python(one)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return RefusedItem(number, "unreadable", f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:200])


async def _asked_before(present: Present, marked: str) -> Why | None:
    row = await present.services.db.proposals.marked(present.user_id, marked)
    if row is None:
        return None
    waits = row.expires_at > present.now
    if row.status == "open" and waits:
        return "waiting"
    return "declined" if row.status in _ANSWERED or (row.status == "later" and waits) else None


def _private(chat_id: int, user_id: int) -> int:
    """Groups are never written to; chats of the console and of HTTP are above all of Telegram's."""
    return max(user_id, chat_id)


def _token(user_id: int, origin: str, now: datetime, marks: Sequence[str]) -> str:
    said = f"{user_id}:{origin}:{now.isoformat()}:{','.join(marks)}"
    return sha256(said.encode()).hexdigest()[:SET_LETTERS]


async def shown(
    services: Services, rows: Sequence[ProposalRow], now: datetime, *, edits: int | None = None, key: str = ""
) -> Outgoing:
    """The message of a set as it stands, new or in place of the one that is there."""
    profile = await services.profile(rows[0].user_id)
    items = [kept_item(row) for row in rows]
    ids = dict.fromkeys(entry for kept in items for entry in about(kept.item))
    entries = await services.db.entries.entries(profile.user_id, ids)
    told = services.replies.proposed(profile, [*zip(rows, items, strict=True)], entries, now)
    return told.model_copy(
        update={
            "key": key or set_key(rows[0].token),
            "edits": edits,
            "kind": "notice" if edits is None else "edit",
        }
    )


async def withdraw(
    services: Services,
    gone: Sequence[ProposalRow],
    effects: Effects,
    becomes: Literal["withdrawn", "expired"] = "withdrawn",
) -> None:
    """Take back items of one person that wait, and show it where they are shown; added to the effects."""
    now = services.clock()
    out = {row.token for row in gone}
    effects.settled = [
        *effects.settled,
        *(Settled(row.token, row.user_id, becomes, now, only=("open",)) for row in gone),
    ]
    for of in dict.fromkeys(row.token[:SET_LETTERS] for row in gone):
        rows = await services.db.proposals.of_set(gone[0].user_id, of)
        after = [replace(row, status=becomes) if row.token in out else row for row in rows]
        sent = await services.db.outbox.shown_as(set_key(of))
        if sent is not None and len(sent.message_ids) == 1:
            key = f"{set_key(of)}:{now.isoformat()}"
            effects.outgoing.append(await shown(services, after, now, edits=sent.message_ids[0], key=key))


def resting(rows: Iterable[ProposalRow], entries: Collection[str]) -> list[ProposalRow]:
    """Those that change any of the entries or rest on one."""
    return [row for row in rows if not set(entries).isdisjoint(about(kept_item(row).item))]


async def decisions(services: Services, user_id: int, origin: str, most: int = 20) -> list[Decision]:
    """What became of what it proposed, the newest first."""
    rows = await services.db.proposals.of_origin(user_id, origin, most)
    return [Decision(kept_item(row).item, row.status, row.settled_at or row.at) for row in rows]
