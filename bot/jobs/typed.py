"""Jobs where there are no buttons, over HTTP and in the terminal: each has a code, with words behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING

from agents.jobs.body import JobQuestion
from agents.jobs.kinds import Kind
from agents.jobs.office import JobRefused, Office, body_of
from agents.jobs.results import ZIP
from bot.jobs.pages import list_page, shown_page, unchanged_page
from bot.replies.button_words import acts_by_words
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.job import DELIVERED, JobRow
from storage.vault import FOLDER as VAULT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LISTED = 12
"""Jobs that can be called by their codes, the newest."""
_CODE = 4
"""Characters of an id's end."""
_EVERY = 0.2
"""Seconds between two looks at a job."""


def code_of(row: JobRow) -> str:
    """What it is called where it is typed."""
    return row.id[-_CODE:].lower()


def called(rows: Sequence[JobRow], code: str) -> JobRow | None:
    """The one with this code; None: there is none."""
    return next((one for one in rows if code_of(one) == code.casefold()), None)


def listed(rows: Sequence[JobRow], office: Office, say: Wording) -> Html:
    """All of them with their codes."""
    html = list_page([(row, body_of(row), _kind(office, row)) for row in rows], say).html
    if not rows:
        return html
    codes = "\n".join(f"{at}. <code>/jobs {code_of(row)}</code>" for at, row in enumerate(rows, 1))
    return Html(f"{html}\n\n{say('job.typed', acts=', '.join(_acts(say)))}\n{codes}")


def shown(row: JobRow, office: Office, say: Wording) -> Html:
    """Where it is, what it asks with the answers to choose from, where its files lie."""
    body = body_of(row)
    html = shown_page(row, body, _kind(office, row), say).html
    options = "".join(f"\n• {escape(one)}" for one in _options(body.question, say))
    place = office.workspace(row).root / ZIP
    if row.status not in DELIVERED or not place.exists():
        return Html(f"{html}{options}")
    below = place.parent.relative_to(office.data_dir / VAULT).as_posix()
    return Html(f"{html}{options}\n{say('job.place', place=f'{VAULT}/{below}/')}")


async def done(
    row: JobRow, words: str, office: Office, say: Wording, answered: Callable[[JobRow, str], Awaitable[bool]]
) -> Said:
    """What the words say: something to be done with it, an answer to its question, what is to be changed."""
    if (act := _acts(say).get(words.casefold())) is not None:
        return Said(say("tap.done" if await office.act(act, row) else "tap.already"))
    if row.status == "asking":
        answer = _answer(body_of(row).question, words, say)
        if answer is None or not await answered(row, answer):
            return Said(say("tap.already"))
        return Said(say("tap.chosen", answer=words[:100]))
    try:
        changed = row.status == "done" and await office.change(row.user_id, row.id, words)
    except JobRefused as refused:
        return Said(unchanged_page(refused, say))
    return Said(say("job.changing" if changed else "tap.already"))


async def progress(user_id: int, office: Office, say: Wording) -> AsyncGenerator[Html]:
    """Each new state of the jobs at work in this process, until none is; what each of them came to last."""
    told, ids = dict[str, Html](), office.at_work | office.newly_at_work()
    while True:
        is_over = not (ids & office.at_work)
        for job_id in sorted(ids):
            row = await office.jobs.job(user_id, job_id)
            html = Html("") if row is None else shown(row, office, say)
            if html and html != told.get(job_id):
                told[job_id] = html
                yield html
        if is_over:
            return
        await asyncio.sleep(_EVERY)


def _kind(office: Office, row: JobRow) -> Kind:
    return office.kinds.shown(row.kind)


def _acts(say: Wording) -> dict[str, str]:
    """What can be typed, to what is done."""
    return acts_by_words(say, "job", ("pause", "resume", "stop", "accept"))


def _options(question: JobQuestion | None, say: Wording) -> tuple[str, ...]:
    if question is None:
        return ()
    if question.cut_off:
        return say.label("job.again"), say.label("job.not_again")
    return question.options


def _answer(question: JobQuestion | None, words: str, say: Wording) -> str | None:
    """As the job wants it; None: a yes or no is wanted, and this is none."""
    options = _options(question, say)
    at = next((at for at, one in enumerate(options) if one.casefold() == words.casefold()), None)
    if question is not None and question.cut_off:
        return None if at is None else ("yes", "no")[at]
    return words if at is None else options[at]
