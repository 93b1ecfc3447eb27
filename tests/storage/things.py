"""Made-up entities, short to write in tests."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from storage.entities import (
    Entry,
    Measure,
    Outgoing,
    PendingQuestion,
    Revision,
    TurnRow,
    TurnStatus,
)

USER = 7
CHAT = 70
NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
TODAY = NOW.date()


def sets(name: str = "bench press", *, day: date = TODAY, weight: float = 80, count: int = 3) -> Measure:
    return Measure(domain="strength", name=name, day=day, weight=weight, weight_unit="kg", reps=5, sets=count)


def entry(
    number: int,
    text: str = "bench press 80x5x3",
    *,
    day: date = TODAY,
    user_id: int = USER,
    measures: tuple[Measure, ...] = (),
    domains: tuple[str, ...] = (),
    part: int = 0,
    at: datetime = NOW,
) -> Entry:
    return Entry(
        id=f"01KENTRY{user_id:04}{number:06}{part:02}",
        user_id=user_id,
        chat_id=user_id * 10,
        message_id=number,
        part=part,
        day=day,
        logged_at=at + timedelta(minutes=number),
        text=text,
        measures=measures,
        domains=domains,
    )


def change(
    before: Entry, note: str = "85 kg, not 80", *, undoes: int | None = None, **update: object
) -> Revision:
    revision = before.revision + 1
    cause = "correction" if undoes is None else "undo"
    after = before.model_copy(update={"notes": (*before.notes, note), **update, "revision": revision})
    return Revision(
        entry_id=before.id,
        revision=revision,
        at=NOW + timedelta(minutes=15),
        cause=cause,
        note=note,
        entry=after,
        undoes=undoes,
    )


def turn(
    name: str, *, seq: int = 0, status: TurnStatus = TurnStatus.READY, parked_on: str | None = None
) -> TurnRow:
    return TurnRow(
        id=name,
        user_id=USER,
        chat_id=CHAT,
        lane=f"chat:{CHAT}",
        seq=seq,
        status=status,
        state="PARSE",
        data="{}",
        parked_on=parked_on,
        created_at=NOW,
        updated_at=NOW,
    )


def question(token: str, turn_id: str = "t", *, hours: int = 48, user_id: int = USER) -> PendingQuestion:
    return PendingQuestion(
        token=token,
        turn_id=turn_id,
        user_id=user_id,
        chat_id=CHAT,
        question="kg or lb?",
        options=("kg", "lb"),
        gap="unit",
        asked_at=NOW,
        expires_at=NOW + timedelta(hours=hours),
    )


def reply(key: str, *, chat_id: int = CHAT, html: str = "<b>noted</b> &amp; kept") -> Outgoing:
    return Outgoing(key=key, chat_id=chat_id, user_id=USER, html=html)
