"""No statement touches a user's rows without saying whose, but for those named here with a reason."""

from __future__ import annotations

import pytest

from tests.driver.tables import tables
from tests.privacy.statements import NOBODYS, OWNER, built_inside_functions, raw_sql, statements, unbound

SENDER = "the sender works for everybody, row by row"
VAULT = "the projection of everybody's files, each below its owner's folder"
COUNT = "a number for whoever runs the bot"
TARGETS = "a target by the name it has in the configuration, which says whose it is; never shown in chat"
SYSTEM = "what is due or unfinished is gone on with, whosever it is"
ALLOWED = {
    "access._BUTTON": "joins the message that shows the button; the one who taps is compared with `user_id`",
    "counts._ENTRIES": COUNT,
    "counts._USERS": COUNT,
    "counts._TURNS": COUNT,
    "counts._TURNS_BY_STATUS": COUNT,
    "counts._OLDEST_REPLY": COUNT,
    "counts._QUESTIONS": COUNT,
    "counts._QUEUED": COUNT,
    "counts._FAILED": COUNT,
    "entry_writes._KNOWN": "what makes storing a message twice impossible, whoever sent it",
    "entry_vectors._CHANGED": "whose entries changed: each person's are embedded for themselves",
    "entry_vectors._LAST_CHANGE": "how far the changes of everybody go: a number, never shown",
    "forgetting._QUOTING": "what others quoted of somebody who is forgotten",
    "forgetting._OTHERS": "the index is written anew without somebody who is forgotten",
    "notes._OTHERS": "as forgetting._OTHERS",
    "entries._NEWEST": "how far the log of everybody has come: a number that is compared, never shown",
    "imports._TAKEN": "only whether an entry's id is free",
    "invariants._ROWS": "everything, for `swealog check`",
    "jobs._DELIVERED_TO": "whose reply may be for a job: kept in memory",
    "jobs._LISTENING": SYSTEM,
    "jobs._UNFINISHED": SYSTEM,
    "messages._ONE": "whether a message of a chat is known, and its topic: nobody is shown it",
    "messages._RECENT": "the number of a chat's newest message, for who numbers the next",
    "messages._SAID": "a chat's messages for one of its people: `Talk` keeps their own and the bot's",
    "moving._OPEN_THERE": "a group moves with everybody in it",
    "outbox._QUEUE": SENDER,
    "outbox._ONE": SENDER,
    "outbox.OF_CHAT": SENDER,
    "outbox._SENT": SENDER,
    "outbox._QUEUED_KEYS": SENDER,
    "outbox._RETRY": SENDER,
    "outbox._FAIL": SENDER,
    "outbox._AGAIN": SENDER,
    "outbox._BY_KEY": "the row of a receipt by its own key, for the turn that improves it",
    "outbox._DOUBT": SENDER,
    "outbox._LATE_ROWS": SENDER,
    "outbox._FAILED_ROWS": "what could not be delivered, for the doctor",
    "questions._ONE": "by an unguessable token; `take` compares user and chat before anything else",
    "questions._ASKED": "only whether a token is somebody's in this chat",
    "questions._EXPIRE": SYSTEM,
    "reminders._ADD": "goes over a row of the same person only: `user_id` is compared",
    "reminders._DUE": SYSTEM,
    "reminders._FUTURE": SYSTEM,
    "reminders._NEXT": "when the next of all is due, which the one alarm waits for",
    "reminders._SILENCED": "who could not be reached: looked at when they are heard of again",
    "reminders._TO_WHOM_CAME": "who may speak of a reminder that has come: kept in memory",
    "reminders._WHO_IS_ASKED": "whose next words answer a reminder: kept in memory",
    "schedule._DUE": SYSTEM,
    "schedule._LATE": SYSTEM,
    "sync.rows._TARGETS": TARGETS,
    "sync.rows._REMOVE": TARGETS,
    "sync.rows._BEGIN_ANEW": TARGETS,
    "sync.rows._REACHED": TARGETS,
    "sync.rows._PULLED": TARGETS,
    "sync.rows._FAILED": TARGETS,
    "sync.rows._ACCEPTED": TARGETS,
    "sync.rows._DONE": "what every target of its person has",
    "sync.rows._EMPTY": TARGETS,
    "sync.rows._NO_TARGETS": TARGETS,
    "turns._ONE": SYSTEM,
    "turns._BEGUN": "only whether a turn is somebody's in this chat",
    "turns._READY": SYSTEM,
    "turns._WAKE_ORPHANS": SYSTEM,
    "proposals._EXPIRED": SYSTEM,
    "proposals._NEXT_EXPIRY": "when the next of all sets is over, which the schedule waits for",
    "wakes._DUE": SYSTEM,
    "wakes._NEXT": "when the next of all wakes is due, which the one timer waits for",
    "wakes._RUNNING": SYSTEM,
    "vault_rows._CHANGED": VAULT,
    "vault_rows._LEARNT": VAULT,
    "vault_rows._NEWEST": VAULT,
    "vault_rows.WITHIN": VAULT,
    "vault_rows._NEXT_WRITER": VAULT,
    "vault_rows._REMEMBERED": VAULT,
    "vault_rows._ZONES": VAULT,
    "vault_rows._SET_ZONE": VAULT,
}
RAW = {
    "storage.backup": "copies of the whole file",
    "storage.connection": "transactions",
    "storage.database": "opening and checking the file",
    "storage.invariants": "everything, for `swealog check`",
    "storage.preparation": "opening and checking the file",
    "storage.sync.rows": "triggers, by their own names",
    "storage.writer": "transactions",
}


def test_every_table_says_whose_a_row_is():
    for name, columns in tables().items():
        assert name in NOBODYS or OWNER.get(name, "user_id") in columns, f"whose are the rows of {name}?"
    assert set(NOBODYS) <= set(tables()), "a reason is given for a table that is gone"


def test_every_statement_is_bound_to_a_user():
    wrong = {named.name: tables for named in statements() if (tables := unbound(named.sql))}
    assert {name: tables for name, tables in wrong.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) - set(wrong) == set(), "these need no leave any more"
    assert len(wrong) == len(ALLOWED)


def test_no_statement_is_put_together_where_nobody_looks():
    assert built_inside_functions() == []
    assert set(raw_sql()) <= set(RAW)


UNBOUND = (
    "SELECT body FROM entries",
    "SELECT body FROM entries WHERE id = :id",
    "SELECT body FROM entries WHERE user_id = :user_id OR deleted",
    "SELECT body FROM entries WHERE user_id <> :user_id",
    "SELECT body FROM entries WHERE user_id = 1",
    """SELECT body FROM entries WHERE user_id = :user_id AND EXISTS
       (SELECT 1 FROM topics WHERE topics.position = entries.position)""",
    """SELECT entries.body FROM entries JOIN entries AS others ON others.id = entries.id
       WHERE entries.user_id = :user_id""",
    """SELECT entries.body FROM entries JOIN revisions ON revisions.entry_id = entries.id
       WHERE entries.user_id = :user_id""",
    "UPDATE pending SET status = 'open' WHERE token = :token",
    "DELETE FROM entries WHERE id IN (SELECT entry_id FROM revisions WHERE user_id = :user_id)",
    """INSERT INTO contexts (seq, content) VALUES (:seq, :content)
       ON CONFLICT (seq) DO UPDATE SET content = 'x'""",
)
BOUND = (
    "SELECT body FROM entries WHERE user_id = :user_id AND deleted",
    "SELECT body FROM entries WHERE (user_id = :user_id AND deleted)",
    """SELECT body FROM entries AS e WHERE user_id = :user_id AND EXISTS
       (SELECT 1 FROM topics AS t WHERE t.position = e.position AND t.user_id = e.user_id)""",
    """SELECT entries.body FROM entries JOIN entries AS others ON others.user_id = entries.user_id
       WHERE entries.user_id = :user_id""",
    """INSERT INTO contexts (seq, content) VALUES (:seq, :content)
       ON CONFLICT (seq) DO UPDATE SET content = 'x' WHERE user_id = excluded.user_id""",
    """INSERT INTO contexts (user_id, version) VALUES (:user_id, :version)
       ON CONFLICT (user_id, version) DO UPDATE SET content = 'x'""",
)


@pytest.mark.parametrize("sql", UNBOUND)
def test_the_check_sees_what_it_is_for(sql: str):
    assert unbound(sql)


@pytest.mark.parametrize("sql", BOUND)
def test_the_check_lets_pass_what_says_whose(sql: str):
    assert not unbound(sql)
