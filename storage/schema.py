"""The tables. A change here comes with a migration; a test compares what both make.

Retrieval must not slow down as a log grows, so every question is answered from one range of one index, newest
first, cut off by its limit:

* `entries.position` orders by day, then by when an entry was first stored. It is the row's own key (a day's
  entries lie side by side), the full-text index's row id, and the order of `topics`.
* `topics` and `measures` are clustered by user and name. `logged` keeps the counts that nobody may count.
* Each word of the full-text index belongs to one user (`fulltext.py`), so no one else's are looked at.

Objects that are only ever read whole are JSON in `body`; columns are what is searched or compared.

Times are ISO text in UTC, which sorts by time; days are ISO text, too (`query`). A condition of a partial
index has to be spelled alike in its queries, or SQLite does not use the index.
"""

from __future__ import annotations

from storage.schema_assistant import ASSISTANT
from storage.schema_coaches import COACHES

HEAD = "0022"
"""The newest migration: what a fresh database is stamped with."""

_DIARY = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE inbox (
    update_id INTEGER NOT NULL,
    lane TEXT NOT NULL,
    raw_json TEXT NOT NULL,
    received_at TEXT NOT NULL,
    done BOOLEAN NOT NULL,
    PRIMARY KEY (update_id)
);
CREATE INDEX inbox_unfinished ON inbox (lane, update_id) WHERE NOT done;

CREATE TABLE messages (
    chat_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    role TEXT NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    reply_to INTEGER,
    raw_json TEXT,
    PRIMARY KEY (chat_id, message_id)
);

CREATE TABLE users (
    id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE entries (
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    part INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    deleted BOOLEAN NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (position),
    UNIQUE (id),
    UNIQUE (chat_id, message_id, part)
);
CREATE INDEX entries_of_user ON entries (user_id, position) WHERE NOT deleted;

-- day_before: The day it was about before, whose vault file changes too.
CREATE TABLE revisions (
    seq INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    day TEXT NOT NULL,
    day_before TEXT,
    at TEXT NOT NULL,
    cause TEXT NOT NULL,
    note TEXT NOT NULL,
    undoes INTEGER,
    undoable BOOLEAN NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (seq),
    UNIQUE (entry_id, revision)
);
CREATE INDEX revisions_undoable ON revisions (user_id, seq) WHERE undoable;

-- A measure name or domain of an entry that is not deleted.
CREATE TABLE topics (
    user_id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (user_id, topic, position)
) WITHOUT ROWID;

-- One row per performed set or metric of an entry that is not deleted.
CREATE TABLE measures (
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    day TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    set_no INTEGER NOT NULL,
    domain TEXT NOT NULL,
    weight DOUBLE,
    weight_unit TEXT,
    reps INTEGER,
    rpe DOUBLE,
    distance_m DOUBLE,
    distance_unit TEXT,
    duration_s DOUBLE,
    value DOUBLE,
    unit TEXT,
    text TEXT,
    warmup BOOLEAN NOT NULL,
    certainty TEXT,
    PRIMARY KEY (user_id, name, day, entry_id, number)
) WITHOUT ROWID;

-- How many entries that are not deleted have a measure of this name.
CREATE TABLE logged (
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    domain TEXT NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (user_id, name, domain)
) WITHOUT ROWID;

-- released: Its STORE is done: who wants to park on it need not.
CREATE TABLE turns (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    lane TEXT NOT NULL,
    seq INTEGER NOT NULL,
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    data TEXT NOT NULL,
    parked_on TEXT,
    released BOOLEAN NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX turns_of_chat ON turns (user_id, chat_id, created_at);
CREATE INDEX turns_unfinished ON turns (status, parked_on) WHERE status <> 'done';

-- body: The question as it was asked; the columns tell what became of it.
CREATE TABLE pending (
    token TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    asked_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    status TEXT NOT NULL,
    answer TEXT,
    message_id INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (token)
);
CREATE INDEX pending_of_message ON pending (chat_id, message_id);
CREATE INDEX pending_of_turn ON pending (turn_id);
CREATE INDEX pending_open ON pending (expires_at) WHERE status = 'open';

-- The log that somebody is correcting in a chat: *Fix* was tapped, and the next message says what it
-- was.
CREATE TABLE fixes (
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    PRIMARY KEY (user_id, chat_id)
) WITHOUT ROWID;

-- Revisions that a person made by saying what is right (storage/cases.py).
CREATE TABLE cases (
    seq INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (seq)
);
CREATE INDEX cases_of_user ON cases (user_id, seq);

CREATE TABLE outbox (
    id INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    not_before TEXT,
    message_ids TEXT NOT NULL,
    error TEXT,
    created_at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE ("key")
);
CREATE INDEX outbox_failed ON outbox (id) WHERE status = 'failed';
CREATE INDEX outbox_queued ON outbox (id) WHERE status = 'queued';

-- Which entries a message of the bot is about.
CREATE TABLE reply_links (
    chat_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    PRIMARY KEY (chat_id, message_id, entry_id)
) WITHOUT ROWID;

CREATE TABLE contexts (
    seq INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    cause TEXT NOT NULL,
    content TEXT NOT NULL,
    archive TEXT NOT NULL,
    PRIMARY KEY (seq),
    UNIQUE (user_id, version)
);

-- The steps that one commit of a turn tells about, as a JSON list: one row, one page.
CREATE TABLE spans (
    turn_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (turn_id, seq)
) WITHOUT ROWID;

CREATE TABLE schedule (
    user_id INTEGER NOT NULL,
    job TEXT NOT NULL,
    due_at TEXT NOT NULL,
    last_run_at TEXT,
    seen_entry_id TEXT,
    PRIMARY KEY (user_id, job)
);
CREATE INDEX schedule_due ON schedule (due_at);

-- One row: up to where the vault's files tell what the tables know.
CREATE TABLE vault_projected (
    id INTEGER NOT NULL,
    revision_seq INTEGER NOT NULL,
    context_seq INTEGER NOT NULL,
    PRIMARY KEY (id)
);

-- In whose zone a user's files tell the time: another zone means to write them all again.
CREATE TABLE vault_zones (
    user_id INTEGER NOT NULL,
    zone TEXT NOT NULL,
    PRIMARY KEY (user_id)
);

-- What was spent is summed from the first index alone, before every call.
-- also: The other agents of the call, with commas between.
CREATE TABLE model_calls (
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    mode TEXT NOT NULL,
    agent TEXT NOT NULL,
    also TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    price_usd DOUBLE NOT NULL,
    price_known BOOLEAN NOT NULL,
    latency_ms DOUBLE NOT NULL,
    outcome TEXT NOT NULL,
    detail TEXT NOT NULL,
    prompts TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX model_calls_of_turn ON model_calls (turn_id, at, id);
CREATE INDEX model_calls_of_user ON model_calls (user_id, at, price_usd);

CREATE TABLE attachments (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (chat_id, message_id)
);
CREATE INDEX attachments_of_user ON attachments (user_id, at);

-- Which entry came of what in another app, so that nothing is imported twice.
-- content: A digest that tells whether the app has changed it since.
CREATE TABLE imported (
    user_id INTEGER NOT NULL,
    source_key TEXT NOT NULL,
    content TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    PRIMARY KEY (user_id, source_key)
) WITHOUT ROWID;

-- let_in_by: None: whoever reads the console.
-- Who may use the bot where. Forgetting somebody leaves them in, without their name. `place` keeps the
-- people of
-- the chat page on this machine apart from those of Telegram: their ids mean others.
CREATE TABLE members (
    place TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    let_in_by INTEGER,
    at TEXT NOT NULL,
    PRIMARY KEY (place, user_id)
) WITHOUT ROWID;

-- given_by: None: the configuration, under the group's earlier id.
-- moved_to: The supergroup that it has become.
CREATE TABLE group_rights (
    place TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    given_by INTEGER,
    at TEXT NOT NULL,
    moved_to INTEGER,
    PRIMARY KEY (place, chat_id)
) WITHOUT ROWID;

-- Pairing codes and invitations, never as they are typed.
-- digest: Both empty once the code is worth nothing.
CREATE TABLE codes (
    seq INTEGER NOT NULL,
    place TEXT NOT NULL,
    kind TEXT NOT NULL,
    salt TEXT NOT NULL,
    digest TEXT NOT NULL,
    made_by INTEGER,
    made_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    status TEXT NOT NULL,
    ended_at TEXT,
    PRIMARY KEY (seq)
);

-- Who sent a wrong code when, for an hour; not what was sent.
CREATE TABLE guesses (
    seq INTEGER NOT NULL,
    place TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    stranger BOOLEAN NOT NULL,
    PRIMARY KEY (seq)
);

-- message_id: None until the message with the button was sent.
-- shown_by: The key of the reply that shows it.
CREATE TABLE access_buttons (
    token TEXT NOT NULL,
    place TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    message_id INTEGER,
    shown_by TEXT NOT NULL,
    act TEXT NOT NULL,
    about INTEGER,
    expires_at TEXT NOT NULL,
    used BOOLEAN NOT NULL,
    PRIMARY KEY (token)
) WITHOUT ROWID;
"""

TABLES = _DIARY + ASSISTANT + COACHES
