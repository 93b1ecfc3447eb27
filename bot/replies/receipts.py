"""What a receipt tells, line by line: what was stored or changed, what it broke, what was assumed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from agents.parser import MOVED
from agents.ports import Receipt
from bot.replies.achievements import record_lines, told_goal
from bot.replies.measures import grouped, has_guess
from bot.replies.problems import problem_told
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.entities import Entry

if TYPE_CHECKING:
    from agents.gym.coming import Coming, Week


def stored_lines(receipt: Receipt, say: Wording, today: date) -> list[Html]:
    """What was understood per day; of a change the difference."""
    return _changed(receipt, say, today) if receipt.before else _logged(receipt, say, today)


def news_lines(receipt: Receipt, say: Wording, today: date) -> list[Html]:
    """Records, goals, what comes next; then problems and assumptions, each said once."""
    lines = record_lines(receipt, say)
    lines += [told_goal(one, say, today) for one in receipt.goals]
    lines += [_told_coming(receipt.comes, say, today)] if receipt.comes is not None else []
    return lines + _remarks(receipt, say)


def _logged(receipt: Receipt, say: Wording, today: date) -> list[Html]:
    if is_plain_note(receipt):
        day = receipt.entries[0].day
        return [say("noted") if day == today else say("noted_for", day=say.day(day, today))]
    lines: list[Html] = []
    for entry in receipt.entries:
        if lines:
            lines.append(Html())
        title = "receipt.logged" if entry.measures else "receipt.noted"
        title = "receipt.answer" if entry.kind == "answer" else title
        lines += [say(title, day=say.day(entry.day, today)), *understood(entry, say)]
    return lines


def _changed(receipt: Receipt, say: Wording, today: date) -> list[Html]:
    """The difference: what went is struck through, what stands now is shown in full."""
    former = {one.id: one for one in (receipt.before, *receipt.former) if one is not None}
    lines: list[Html] = []
    for entry in receipt.entries:
        before = former.get(entry.id)
        came = receipt.before if before is None and receipt.parsed.correction is not None else before
        title = "receipt.removed" if entry.deleted else "receipt.changed" if came else "receipt.logged"
        lines += [Html()] if lines else []
        lines.append(say(title, day=say.day(entry.day, today)))
        if note := _without_days(receipt.note or ""):
            lines.append(Html(escape(note)))
        if came is not None and came.day != entry.day:
            lines.append(
                say("receipt.moved", before=say.day(came.day, today), after=say.day(entry.day, today))
            )
        if before is None:
            lines += understood(entry, say)
            continue
        old, new = grouped(before.measures, say), grouped(entry.measures, say)
        if entry.deleted:
            lines += [say("receipt.gone", line=line) for line in old]
        elif old == new and before.day == entry.day:
            lines.append(say("receipt.same"))
        else:
            lines += [say("receipt.gone", line=line) for line in old if line not in new]
            lines += understood(entry, say)
    return lines


def understood(entry: Entry, say: Wording) -> list[Html]:
    """What was read of an entry, a line each."""
    if entry.measures:
        return grouped(entry.measures, say)
    return [say("receipt.nothing" if entry.kind == "answer" else "receipt.unread")]


def _remarks(receipt: Receipt, say: Wording) -> list[Html]:
    """Problems and assumptions, each said once."""
    problems = [problem_told(problem, say) for entry in receipt.entries for problem in entry.problems]
    notes = [note for parsed in receipt.parsed.entries for note in parsed.notes]
    lines = [say("receipt.problem", problem=problem) for problem in _once(problems)]
    unread = [figure for parsed in receipt.parsed.entries for figure in parsed.unread]
    lines += [say("receipt.not_read", figures=", ".join(_once(unread)))] if unread else []
    lines += [say("receipt.note", note=note) for note in _once(notes)]
    instead = [line for one in receipt.instead_of for line in grouped((one,), say)]
    lines += [say("receipt.instead", line=line) for line in _once(instead)]
    again = [line for one in receipt.counts_again for line in grouped((one,), say)]
    lines += [say("receipt.again", line=line) for line in _once(again)]
    lines += [say("receipt.unit", unit=receipt.unit_taken)] if receipt.unit_taken else []
    lines += [say("receipt.overridden")] if receipt.overridden else []
    if any(has_guess(entry.measures) for entry in receipt.entries if not entry.deleted):
        lines.append(say("receipt.guess"))
    return lines


def _without_days(note: str) -> str:
    """What moved to another day is told by a line of its own, in the person's language."""
    return "; ".join(part for part in note.split("; ") if not part.startswith(MOVED))


def is_plain_note(receipt: Receipt) -> bool:
    """Words without anything to count or to complain about: no success, and nothing to mend."""
    counted = any(entry.measures or entry.problems or entry.kind != "log" for entry in receipt.entries)
    return len(receipt.entries) == 1 and not counted and not any(one.unread for one in receipt.parsed.entries)


def _once(sentences: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(sentences))


def _told_coming(coming: Coming | Week, say: Wording, today: date) -> Html:
    from bot.replies.coming import coming_line  # noqa: PLC0415 - only with a programme

    return coming_line(coming, say, today)
