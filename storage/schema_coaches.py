"""The tables of coaches: who they are, what they wrote, what wakes them. See also `schema`."""

from __future__ import annotations

COACHES = """
-- Coaches (storage/coach.py). outdated_at: Since when its report is out of date.
CREATE TABLE coaches (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    template TEXT NOT NULL,
    status TEXT NOT NULL,
    automatic BOOLEAN NOT NULL,
    body TEXT NOT NULL,
    made_at TEXT NOT NULL,
    outdated_at TEXT,
    PRIMARY KEY (id)
) WITHOUT ROWID;
CREATE INDEX coaches_of_user ON coaches (user_id, status, made_at);

-- Versions are never changed; active: One of a name is.
CREATE TABLE coach_templates (
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    cause TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, name, version)
) WITHOUT ROWID;

CREATE TABLE coach_subscriptions (
    user_id INTEGER NOT NULL,
    token TEXT NOT NULL,
    coach_id TEXT NOT NULL,
    PRIMARY KEY (user_id, token, coach_id)
) WITHOUT ROWID;

CREATE TABLE coach_reports (
    coach_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    wake_id TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (coach_id, version)
) WITHOUT ROWID;

CREATE TABLE coach_notes (
    id TEXT NOT NULL,
    coach_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    wake_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID;
CREATE INDEX coach_notes_of_coach ON coach_notes (user_id, coach_id, at, id);

-- What waits (storage/wakes.py), and the log of what ran. batch, run_key: So that no batch runs twice.
CREATE TABLE wake_queue (
    coach_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    tokens TEXT NOT NULL,
    batch TEXT NOT NULL,
    changes INTEGER NOT NULL,
    queued_at TEXT NOT NULL,
    due_at TEXT NOT NULL,
    PRIMARY KEY (coach_id, kind)
) WITHOUT ROWID;
CREATE INDEX wake_queue_due ON wake_queue (due_at, coach_id);

CREATE TABLE wakes (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    coach_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    tokens TEXT NOT NULL,
    run_key TEXT NOT NULL,
    template_version INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    began_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT NOT NULL,
    cost_usd DOUBLE NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (run_key)
) WITHOUT ROWID;
CREATE INDEX wakes_of_coach ON wakes (user_id, coach_id, began_at);
CREATE UNIQUE INDEX wakes_running ON wakes (coach_id) WHERE ended_at IS NULL;

-- Answers of models of which nothing was made yet (storage/thoughts.py).
CREATE TABLE thoughts (
    id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID;
CREATE INDEX thoughts_of_user ON thoughts (user_id, at);
"""
