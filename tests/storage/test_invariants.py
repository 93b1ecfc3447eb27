"""Each invariant is broken once by hand and must be named; what the program itself writes breaks none."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from storage.entities import Effects, Message, TurnStatus
from storage.invariants import INVARIANTS, broken
from storage.preparation import FILE_NAME
from storage.stores import Stores
from tests.storage.things import NOW, USER, change, entry, question, reply, sets, turn

BROKEN = {
    "entries whose revision is not their newest": "UPDATE entries SET revision = 7",
    "entries that differ from their newest revision": "UPDATE revisions SET user_id = 8",
    "histories with a gap": "UPDATE revisions SET revision = 9 WHERE revision = 2",
    "revisions of no entry": "UPDATE revisions SET entry_id = 'nobody' WHERE revision = 1",
    "entries of no message": "DELETE FROM messages",
    "entries of somebody else's message": "UPDATE messages SET user_id = 8",
    "open questions whose turn does not wait": "UPDATE turns SET status = 'done'",
    "turns that wait for no answer": "UPDATE pending SET status = 'answered'",
    "questions of another person than their turn": "UPDATE pending SET user_id = 8",
    "turns parked on one that has stored or is not there": (
        "UPDATE turns SET status = 'parked', parked_on = 'nobody'"
    ),
    "replies marked as sent that no message of the bot shows": "UPDATE outbox SET status = 'sent'",
    "replies that failed for no reason": "UPDATE outbox SET status = 'failed'",
    "replies about an entry that is not there": "INSERT INTO reply_links VALUES (1, 2, 'nobody')",
    "memories whose versions have a gap": (
        "INSERT INTO contexts (user_id, version, at, cause, content, archive)"
        " VALUES (7, 1, '', '', '', ''), (7, 3, '', '', '', '')"
    ),
    "imports of no entry": "INSERT INTO imported VALUES (7, 'app/1', '', 'nobody')",
    "corrections begun of no entry of theirs": "INSERT INTO fixes VALUES (7, 1, 'nobody', '')",
    "codes that are over and could still be compared with": (
        "INSERT INTO codes VALUES (1, 'telegram', 'owner', 'aa', 'bb', NULL, '', '', 'used', '')"
    ),
    "people who were let in by nobody who could": (
        "INSERT INTO members VALUES ('telegram', 7, 'person', '', 8, '')"
    ),
    "vault marks beyond what there is": "INSERT OR REPLACE INTO vault_projected VALUES (1, 99, 0)",
    "entries that stand on another day than they are about": (
        "UPDATE entries SET body = replace(body, '2026-11-21', '2026-11-20')"
    ),
    "entries that the full-text index does not have as they are": (
        "UPDATE entries SET body = replace(body, 'bench press 80x5x3', 'squat')"
    ),
    "entries that can't be read": "UPDATE entries SET body = '{}'",
    "topics that differ from the entries": "DELETE FROM topics WHERE topic = 'strength'",
    "measures that differ from the entries": "UPDATE measures SET weight = 81 WHERE set_no = 1",
    "counts that differ from the entries": "UPDATE logged SET entries = 2",
}


async def written(data: Path) -> Path:
    """A log that was corrected, a question, and a reply on its way."""
    db = await Stores.open(data)
    said = Message(chat_id=USER * 10, message_id=1, user_id=USER, role="user", text="bench press", at=NOW)
    before = entry(1, measures=(sets(),), domains=("strength",))
    waiting = turn("t", status=TurnStatus.WAITING)
    await db.turns.apply(
        Effects(
            messages=[said],
            entries=[before],
            turns=[waiting],
            outgoing=[reply("r")],
            questions=[question("q")],
        )
    )
    await db.turns.apply(Effects(revisions=[change(before, measures=(sets(weight=85),))]))
    await db.close()
    return data / FILE_NAME


def test_every_invariant_is_broken_once() -> None:
    assert {one.says for one in INVARIANTS} < BROKEN.keys()


async def test_what_is_written_holds(tmp_path: Path) -> None:
    assert await broken(await written(tmp_path)) == []


@pytest.mark.parametrize("says", BROKEN)
async def test_what_does_not_hold_is_named(tmp_path: Path, says: str) -> None:
    path = await written(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute(BROKEN[says])
    connection.close()
    found = {one.says: one for one in await broken(path)}
    assert says in found
    assert found[says].count >= 1
    assert found[says].examples
