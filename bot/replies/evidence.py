"""Buttons for the entries that something rests on, and what buttons are made of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.replies.callbacks import EntryTap, read
from bot.replies.measures import brief, words_of
from bot.texts import Wording
from storage.entities import Button, Buttons, Entry

_MOST = 6
_WORDS = 18


def shortened(text: str, length: int) -> str:
    """One line of at most `length` characters."""
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def rows(buttons: Sequence[Button], a_row: int) -> Buttons:
    """Buttons in rows."""
    return tuple(tuple(buttons[start : start + a_row]) for start in range(0, len(buttons), a_row))


def evidence_buttons(
    entries: Sequence[Entry],
    names: Sequence[str],
    say: Wording,
    today: date,
    most: int = _MOST,
    *,
    said: str = "",
) -> list[Button]:
    """One an entry, called by what it holds of the names, or of what is said, and its day.

    The same twice is numbered.
    """
    buttons: list[Button] = []
    for entry in entries[:most]:
        held, day = _held(entry, names, say, said), say.short_day(entry.day, today)
        label = say.label("button.evidence", held=held, day=day)
        alike = sum(button.label.startswith(label) for button in buttons)
        buttons.append(EntryTap("evidence", entry.id).button(f"{label} ({alike + 1})" if alike else label))
    return buttons


def entries_behind(buttons: Buttons) -> list[str]:
    """The ids of the entries that evidence buttons lead to: where there are no buttons they are a list."""
    taps = [read(button.data) for row in buttons for button in row]
    return [tap.entry_id for tap in taps if isinstance(tap, EntryTap) and tap.act == "evidence"]


def _held(entry: Entry, asked: Sequence[str], say: Wording, said: str) -> str:
    """The heaviest set or the first figure of what was asked about, else the entry's first words."""
    of_it = [one for one in entry.measures if one.name in asked or one.domain in asked]
    found = [one for one in of_it or entry.measures if brief(one)]
    if not found:
        texts = [one for one in of_it or entry.measures if one.text]
        told = max(texts, key=lambda one: (one.text or "") in said, default=None)
        return shortened(entry.text if told is None else words_of(told, say.language), _WORDS)
    top = max(found, key=lambda one: one.weight or 0.0)
    shown = brief(top)
    named = bool(of_it) and (top.name in asked or len({one.name for one in of_it}) == 1)
    name = shortened(say.measure(top.name), _WORDS)
    return shown if named or shown.endswith(name.lower()) else f"{name} {shown}"
