"""What a life with kills left, against what the same messages leave without any."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from dulwich.repo import Repo

from bot.texts import wording
from bot.texts.html import plain
from storage.entities import Entry
from storage.invariants import broken
from storage.preparation import FILE_NAME
from storage.stores import Stores
from storage.sync.delivery import AT_ONCE
from storage.sync.rendering import Rendering
from storage.sync.rows import SyncRows
from storage.vault import Vault
from tests.crash.living import AT_SOME_MOMENT, COPY, REPOSITORY, Life, shed
from tests.crash.stream import Script
from tests.driver import git_server

_AGAIN = plain(wording("en")("sent_again")) + "\n\n"
_PUSHED = "\n" + plain(wording("en")("undone.pushed"))
"""Whether a copy had come so far when something was taken back depends on how quick the machine is."""
_PROGRESS = ("⏳", "🏃")
"""What begins so tells that something takes long, or how much waits: it comes when the machine is busy."""
_REMINDERS = ("⏰", "⏱")
_BY_ITSELF = ("📊 Your week", "👋 Nothing logged for a week")
"""What is sent by itself: how often depends on how long it was lived; each has a row of its own."""
_OF_TOOLS = ("🔧 garden", "🧭")
"""A call that a kill has cut off is told, and not made again; reports come when they are ready."""
_ALL = 1_000_000
_DAY = re.compile(r'"day": "[^"]*"')
"""The two may be lived on two days."""


@dataclass(slots=True)
class Verdict:
    """Counts; all but `updates`, `kills`, `instants`, `briefings` and repetitions have to be 0 or empty."""

    updates: int = 0
    kills: int = 0
    instants: set[str] = field(default_factory=set[str])
    """Labelled instants it was killed at."""
    lost: int = 0
    """Messages that are not in the conversation, entries that are not there or other than they should be."""
    doubled: int = 0
    """Entries there are too many, and replies that came twice and do not say so."""
    unanswered: int = 0
    unanswerable: int = 0
    """Questions left open over all kills that could not be answered after the last."""
    reordered: int = 0
    duplicate_sends: int = 0
    """Replies that came again, as Telegram has no idempotency key; each of them says so."""
    in_doubt: int = 0
    """Replies that say they may have come before, though they had not."""
    broken: list[str] = field(default_factory=list[str])
    """Invariants of the database, files of the vault that say something else, tracebacks, a hanging stop."""

    reminders: int = 0
    """Reminders and timers that came."""
    tools: int = 0
    """Calls of tools that change something."""
    coaches: int = 0
    """Coaches that were asked for; each has to be there once, with one report."""
    briefings: int = 0
    """What came by itself."""
    examples: list[str] = field(default_factory=list[str])
    """Of what is counted above."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled, left unanswered or put out of order."""
        return not (
            self.lost or self.doubled or self.unanswered or self.unanswerable or self.reordered or self.broken
        )


@dataclass(frozen=True, slots=True)
class _Left:
    """One person's traces."""

    entries: list[str]
    said: list[str]


async def judge(scripts: Sequence[Script], calm: Life, killed: Life) -> Verdict:
    """Compare the two."""
    verdict = Verdict(
        updates=killed.updates,
        kills=killed.killed.total(),
        instants={label for label in killed.killed if label != AT_SOME_MOMENT},
    )
    expected, found = await _left(scripts, calm), await _left(scripts, killed)
    for script in scripts:
        one, other = expected[script.user_id], found[script.user_id]
        for before, after in ((one.entries, other.entries), (one.said, other.said)):
            missing, extra = Counter(before) - Counter(after), Counter(after) - Counter(before)
            verdict.lost += missing.total()
            verdict.doubled += extra.total()
            verdict.examples += [f"lost {text}" for text in missing] + [
                f"too many of {text}" for text in extra
            ]
        reordered = _out_of_order(script, killed.replies[script.chat_id])
        verdict.reordered += len(reordered)
        verdict.examples += reordered
    for chat_id, replies in calm.replies.items():
        _replies(verdict, _lasting(replies), _lasting(killed.replies[chat_id]))
        _changes(verdict, _lasting(calm.shown[chat_id]), killed.shown[chat_id])
    _briefings(verdict, killed)
    for script in scripts:
        _tools(verdict, script, killed)
        _coaches(verdict, script, killed)
        _reminders(verdict, script, killed.replies[script.chat_id])
    await _questions(verdict, scripts, calm, killed)
    verdict.broken += [str(one) for one in await broken(killed.data / FILE_NAME)]
    verdict.broken += [f"{path} is not what the database says" async for path in _untrue(killed.data)]
    verdict.broken += [f"{path} was not followed" for path in killed.data.glob("vault/*/kept/*")]
    verdict.broken += [one async for one in uncopied(killed, scripts[0].user_id)]
    verdict.broken += re.findall(r"^Traceback.*\n(?:\s.*\n)*(\S.*)$", killed.log, re.MULTILINE)
    if killed.waits:
        verdict.broken.append("somebody still waits for an answer")
    if not killed.stopped:
        verdict.broken.append("it did not stop when it was asked to")
    return verdict


async def _left(scripts: Sequence[Script], life: Life) -> dict[int, _Left]:
    db = await Stores.open(life.data)
    try:
        left: dict[int, _Left] = {}
        for script in scripts:
            entries = await db.entries.recent_entries(script.user_id, _ALL)
            said = await db.messages.recent_messages(script.user_id, _ALL)
            left[script.user_id] = _Left(
                [_entry(entry) for entry in entries], [one.text for one in said if one.role == "user"]
            )
        return left
    finally:
        await db.close()


def _entry(entry: Entry) -> str:
    """Without what is drawn by lot or read from the clock."""
    tree = entry.model_dump(mode="json", exclude={"id", "message_id", "logged_at"})
    return _DAY.sub("", json.dumps(tree, ensure_ascii=False, sort_keys=True))


def _lasting(texts: Sequence[str]) -> list[str]:
    return [
        text.removesuffix(_PUSHED)
        for text in texts
        if not text.removeprefix(_AGAIN).startswith((*_PROGRESS, *_REMINDERS))
        and not any(one in text for one in (*_BY_ITSELF, *_OF_TOOLS))
    ]


def _briefings(verdict: Verdict, life: Life) -> None:
    """Of each row one message, and one more for each that says it may have come before."""
    path = f"file:{life.data / FILE_NAME}?mode=ro"
    with closing(sqlite3.connect(path, uri=True)) as connection:
        rows = connection.execute(_ROWS_BY_ITSELF).fetchall()
    for chat_id, count, unsent in rows:
        told = [text for text in life.replies[chat_id] if any(one in text for one in _BY_ITSELF)]
        once = sum(not text.startswith(_AGAIN) for text in told)
        verdict.briefings += count
        verdict.doubled += max(once - count, 0)
        verdict.unanswered += unsent + max(count - len(told), 0)
        verdict.duplicate_sends += len(told) - count
        if once > count or unsent or len(told) < count:
            verdict.examples.append(f"{chat_id}: {count} by itself, {once} shown once, {len(told)} in all")


def _reminders(verdict: Verdict, script: Script, got: Sequence[str]) -> None:
    """Each is confirmed and comes, once but for what says that it may have come before."""
    for act in (one for one in script.acts if one.kind in ("reminder", "timer")):
        told = [text for text in got if re.search(rf"{act.mark}\b", text)]
        came = [text for text in told if _has_come(text, act.mark)]
        for what, said in (("came", came), ("was set", [text for text in told if text not in came])):
            once = sum(not text.startswith(_AGAIN) for text in said)
            verdict.reminders += what == "came" and bool(said)
            verdict.unanswered += not said
            verdict.doubled += max(once - 1, 0)
            verdict.duplicate_sends += max(len(said) - 1, 0)
            if not said or once > 1:
                verdict.examples.append(f"{act.text!r} {what} {once} times, {len(said)} in all")


def _tools(verdict: Verdict, script: Script, life: Life) -> None:
    """What was agreed to is done once and said so; or nobody knows, and that is said."""
    place = shed(life.folder, script)
    done = Counter(place.read_text(encoding="utf-8").split()) if place.exists() else Counter[str]()
    for act in (one for one in script.acts if one.kind == "tool"):
        told = [text for text in life.shown[script.chat_id] if act.mark in text]
        says_done = any("✅ Done" in text for text in told)
        unsure = any("I don't know whether it was" in text for text in told)
        verdict.tools += done[act.mark]
        verdict.doubled += max(done[act.mark] - 1, 0)
        verdict.unanswered += not (says_done or unsure)
        verdict.lost += says_done and not done[act.mark]
        if done[act.mark] > 1 or not (says_done or unsure) or (says_done and not done[act.mark]):
            verdict.examples.append(f"{act.text!r} was done {done[act.mark]} times, told: {told}")


def _coaches(verdict: Verdict, script: Script, life: Life) -> None:
    """Each that was asked for is there once, has run once and told its report, or was given up."""
    asked = {act.mark for act in script.acts if act.kind == "coach"}
    with closing(sqlite3.connect(f"file:{life.data / FILE_NAME}?mode=ro", uri=True)) as connection:
        row = connection.execute(_ROWS_OF_COACHES, {"whose": script.user_id}).fetchone()
    coaches, wakes, given_up, reports, told = row
    verdict.coaches += coaches
    verdict.lost += max(len(asked) - coaches, 0) + max(coaches - wakes, 0)
    verdict.doubled += max(coaches - len(asked), 0) + max(wakes - coaches, 0) + max(reports - coaches, 0)
    verdict.unanswered += max(wakes - given_up - told, 0) + max(wakes - given_up - reports, 0)
    if len({len(asked), coaches, wakes, reports + given_up, told + given_up}) > 1:
        verdict.examples.append(f"{script.user_id}: {len(asked)} coaches asked for, {row}")


_ROWS_OF_COACHES = """
    SELECT count(*),
        (SELECT count(*) FROM wakes WHERE user_id = :whose AND reason = 'creation' AND ended_at IS NOT NULL),
        (SELECT count(*) FROM wakes WHERE user_id = :whose AND outcome = 'failed'),
        (SELECT count(*) FROM coach_reports WHERE user_id = :whose),
        (SELECT count(*) FROM outbox WHERE user_id = :whose AND key LIKE 'coach:%' AND status = 'sent')
    FROM coaches WHERE user_id = :whose
"""


def _has_come(text: str, mark: str) -> bool:
    """As a message of its own, or in one of several; what confirms it says when it will come."""
    return re.search(rf"⏰ Count l{mark}$|⏱ L{mark}: 1 s are over", text, re.MULTILINE) is not None and not (
        re.search(rf"^⏰ (?:today|tomorrow) at .*l{mark}$", text.removeprefix(_AGAIN))
    )


_ROWS_BY_ITSELF = """
    SELECT chat_id, count(*), sum(status <> 'sent')
    FROM outbox
    WHERE key LIKE 'digest:%' OR key LIKE 'idle:%'
    GROUP BY chat_id
"""


def _replies(verdict: Verdict, expected: list[str], got: list[str]) -> None:
    once = Counter(text for text in got if not text.startswith(_AGAIN))
    again = Counter(text.removeprefix(_AGAIN) for text in got if text.startswith(_AGAIN))
    missing, extra = Counter(expected) - once, once - Counter(expected)
    verdict.doubled += extra.total()
    verdict.unanswered += (missing - again).total()
    verdict.examples += [f"no reply {text!r}" for text in missing - again]
    verdict.examples += [f"one reply {text!r} too many" for text in extra]
    repeated = once + again - Counter(expected) - extra
    verdict.duplicate_sends += repeated.total()
    verdict.in_doubt += again.total() - repeated.total()


def _changes(verdict: Verdict, expected: list[str], got: list[str]) -> None:
    """What was edited stands there as it should; a copy that came again need not."""
    missing = set(expected) - {text.removeprefix(_AGAIN).removesuffix(_PUSHED) for text in got}
    verdict.unanswered += len(missing)
    verdict.examples += [f"nothing became {text!r}" for text in missing]


async def _questions(verdict: Verdict, scripts: Sequence[Script], calm: Life, killed: Life) -> None:
    """Those left open were there, and answering them was accepted; what came of it is in the entries."""
    db = await Stores.open(killed.data)
    try:
        found = list(killed.unanswerable)
        for script in scripts:
            still = await db.questions.open_questions(script.user_id, script.chat_id)
            found += [f"{script.user_id} could not answer {one.question!r}" for one in still]
    finally:
        await db.close()
    verdict.unanswerable += len(found)
    verdict.examples += found
    verdict.broken += [f"without kills: {one}" for one in calm.unanswerable]


def _out_of_order(script: Script, got: list[str]) -> list[str]:
    """Receipts that came before the one of an earlier message."""
    marks = [act.mark for act in script.acts if act.kind == "log" and act.mark]
    places = [(mark, _first(rf"\n[A-Z][a-z ]+: {re.escape(mark)} k", got)) for mark in marks]
    there = [(mark, place) for mark, place in places if place is not None]
    return [
        f"{later} at {second} before {earlier} at {first}: {got[second]!r}, {got[first]!r}"
        for (earlier, first), (later, second) in pairwise(there)
        if second < first
    ]


def _first(pattern: str, texts: list[str]) -> int | None:
    return next((place for place, text in enumerate(texts) if re.search(pattern, text)), None)


async def _untrue(data: Path) -> AsyncIterator[str]:
    db = await Stores.open(data)
    try:
        vault = Vault(db.vault, "UTC")
        for user_id in await db.vault.vault_users():
            for path, text in (await vault.markdown(user_id)).items():
                file = vault.folder / str(user_id) / path
                if not file.is_file() or file.read_text(encoding="utf-8") != text:
                    yield f"{user_id}/{path}"
    finally:
        await db.close()


async def uncopied(life: Life, user_id: int) -> AsyncIterator[str]:
    """What targets hold other than the database says, do not hold, or were brought twice.

    What the clock brought while it was stopping waits for the next start: `_finished` saw nothing waiting.
    """
    db = await Stores.open(life.data)
    try:
        rows = SyncRows(db.database)
        rendering = Rendering(rows, Vault(db.vault, "UTC"), user_id)
        whole = await rendering.whole()
        wanted = {path: content.decode() for path, content in whole.files.items() if content is not None}
        targets = await rows.targets()
        states = [f"{one.name} is {one.state} {one.detail} {one.held}" for one in targets]
        reached = min(one.seq for one in targets)
        waiting = (await rendering.changed(await rows.pending(user_id, reached, AT_ONCE))).files
    finally:
        await db.close()
    with Repo(str(life.folder / REPOSITORY)) as repo:
        pushed, commits = git_server.files(repo), git_server.commits(repo)
    copied = git_server.copied(life.folder / COPY)
    for name, held in ((COPY, copied), (REPOSITORY, pushed)):
        for path in sorted((wanted.keys() | held.keys()) - waiting.keys()):
            if wanted.get(path) != held.get(path):
                yield f"{path} in {name} is not what the database says"
    for state in states:
        if " is fine  ()" not in state:
            yield f"the copy {state}"
    trees = [commit.tree for commit in commits]
    if any(one == other for one, other in pairwise(trees)):
        yield f"a commit of {REPOSITORY} changes nothing"
