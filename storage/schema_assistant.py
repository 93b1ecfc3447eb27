"""The tables of the assistant: tools, proposals, notes, meaning of entries. See also `schema`."""

from __future__ import annotations

ASSISTANT = """
CREATE TABLE tool_calls (
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    tool TEXT NOT NULL,
    kind TEXT NOT NULL,
    arguments TEXT NOT NULL,
    outcome TEXT NOT NULL,
    detail TEXT NOT NULL,
    duration_ms DOUBLE NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX tool_calls_of_turn ON tool_calls (turn_id, at, id);
CREATE INDEX tool_calls_of_user ON tool_calls (user_id, at);

-- What waits for somebody's yes, and what became of it. result: What doing it has brought.
-- origin, mark: Of an item of a set of changes, who proposed it and what tells it from others; else empty.
CREATE TABLE proposals (
    token TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    tool TEXT NOT NULL,
    status TEXT NOT NULL,
    at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    settled_at TEXT,
    body TEXT NOT NULL,
    result TEXT,
    origin TEXT DEFAULT '' NOT NULL,
    mark TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (token)
) WITHOUT ROWID;
CREATE INDEX proposals_of_mark ON proposals (user_id, mark, at) WHERE mark <> '';
CREATE INDEX proposals_of_user ON proposals (user_id, status, settled_at);

-- Training programmes. body: Of one's own file its text, else how it was begun, as JSON.
CREATE TABLE programmes (
    token TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    ended_at TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (token)
) WITHOUT ROWID;
CREATE INDEX programmes_of_user ON programmes (user_id, status, at);

-- reached_at: When the person was told that it is reached.
CREATE TABLE goals (
    token TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    made_at TEXT NOT NULL,
    reached_at TEXT,
    dropped_at TEXT,
    PRIMARY KEY (token)
) WITHOUT ROWID;
CREATE INDEX goals_of_user ON goals (user_id, made_at, token);

-- due_at: There while status is 'set'. asks: What the person's next words are taken for.
CREATE TABLE reminders (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    due_at TEXT,
    fired_at TEXT,
    asks TEXT NOT NULL,
    asks_at TEXT,
    version INTEGER NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID;
CREATE INDEX reminders_asking ON reminders (user_id) WHERE asks <> '';
CREATE INDEX reminders_due ON reminders (due_at, id) WHERE status = 'set';
CREATE INDEX reminders_fired ON reminders (fired_at) WHERE status = 'set';
CREATE INDEX reminders_of_user ON reminders (user_id, status, due_at);
CREATE INDEX reminders_silenced ON reminders (user_id) WHERE status = 'silenced';

-- Long jobs. seq: Fences what the loop commits. body, shown: JSON of the loop and of whoever shows it.
CREATE TABLE jobs (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    ended_at TEXT,
    body TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID;
CREATE INDEX jobs_of_user ON jobs (user_id, at);
CREATE INDEX jobs_running ON jobs (at, id) WHERE status = 'running';

CREATE TABLE job_steps (
    job_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job_id, number)
) WITHOUT ROWID;
CREATE INDEX job_steps_of_user ON job_steps (user_id, job_id, phase, number);

-- The index of notes (storage/notes.py): a copy that can be made again.
CREATE TABLE note_pages (
    number INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    workspace TEXT NOT NULL,
    page_id TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,
    url TEXT NOT NULL,
    summary TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    last_edited_time TEXT NOT NULL,
    day TEXT NOT NULL,
    cut BOOLEAN NOT NULL,
    PRIMARY KEY (number),
    UNIQUE (user_id, page_id)
);
CREATE INDEX note_pages_of_workspace ON note_pages (user_id, workspace);

-- number: Never given to another chunk, so that copies of the vectors may lag behind.
CREATE TABLE note_chunks (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    page_number INTEGER NOT NULL,
    day TEXT NOT NULL,
    names TEXT NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX note_chunks_of_page ON note_chunks (user_id, page_number);
CREATE INDEX note_chunks_of_day ON note_chunks (user_id, day);

CREATE TABLE note_vectors (
    user_id INTEGER NOT NULL,
    model TEXT NOT NULL,
    chunk INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (user_id, model, chunk)
);

-- Entries by meaning (storage/entry_vectors.py). number: Never given twice, as above.
CREATE TABLE entry_vectors (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    model TEXT NOT NULL,
    position INTEGER NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (user_id, model, position)
);
CREATE INDEX entry_vectors_of_user ON entry_vectors (user_id, model, number);

-- The pages whose summary is a model's.
CREATE TABLE note_summaries (
    user_id INTEGER NOT NULL,
    page_number INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, page_number)
);

-- What changed of people who have a target (storage/sync). Triggers write it, none is there without a target.
CREATE TABLE sync_outbox (
    seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    row_key TEXT NOT NULL
);

-- How far each target has come. seq: Below zero it begins anew.
CREATE TABLE sync_targets (
    name TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    place TEXT NOT NULL,
    store TEXT NOT NULL,
    seq INTEGER NOT NULL,
    position TEXT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    held TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (name)
) WITHOUT ROWID;
"""
