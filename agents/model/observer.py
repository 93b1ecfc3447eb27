"""The observer played by a model: code's lines hold, a model may add a few that rest on what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, Field

from agents.memory import INTEREST, LONGEST_KEY, LONGEST_VALUE, RECORD, MemoryLine, parse
from agents.model.analyzer import Refs
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import line
from agents.model.checks.support import holds
from agents.model.checks.words import sentence
from agents.model.context.remembered import remembered
from agents.model.context.shown import Shown
from agents.model.requesting import request
from agents.observer import ObserverInput, ObserverOutput
from agents.truth import sheet_of
from agents.types import ContextUpdate, UserAnswer
from agents.vocabulary import ALIAS
from storage.entities import Confidence, Entry

SOURCE = "model"
"""Marks lines that a model wrote: only these may a model replace."""
_MOST_UPDATES = 3
_PATTERN_DAYS = 3
"""Days that must show something before it is more than tentative."""
_FEW_ENTRIES, _MOST_ENTRIES = 5, 80
_CODES_OWN = re.compile(rf"{RECORD}$|^{ALIAS}|^{INTEREST}", re.IGNORECASE)
"""Keys that code writes and reads back."""
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|override|instructions?|prompts?|assistant|chat ?bot|bot|language model|ai|"
    r"verdicts?|sufficient|from now on|pretend|reveal|password|api key|"
    r"you (?:must|should|shall|are|will|have to|need to)|"
    r"send (?:me|it|them|all|the)|always (?:say|answer|reply|respond|mark|tell|claim|report)|"
    r"never (?:say|answer|mention|tell|ask|refuse|check))\b"
    r"|https?:|www\.|무시하|지시|명령|프롬프트|항상 .{0,20}(?:답|말)하|절대 .{0,20}(?:답|말)하지",
    re.IGNORECASE,
)
"""Sounds like orders to a program rather than like something about a person."""
_BEFORE_I = ("do", "did", "should", "can", "could", "would", "have", "am", "was", "when", "if")
_ASKING = "".join(rf"(?<!\b{word} )" for word in _BEFORE_I)
_ABOUT_THEMSELVES = re.compile(
    _ASKING
    + r"\bi(?:'m| am|'ve| have (?:a|an|been|to|no)| want| plan| prefer| like| hate| don't| do not| can't"
    r"| cannot| never| always| stopped| started| quit)\b|\bmy (?:goal|target) is\b"
    r"|\bmy (?:coach|doctor|physio)\b|목표는|목표가|못 먹|안 먹|그만뒀|알레르기",
    re.IGNORECASE,
)
"""A question that also tells something that may last."""
_GENERALLY = re.compile(
    r"\b(?:always|never|usually|every|from now on|prefer|i mean|means|call(?:ed)?|when i (?:say|write)|stop"
    r"|don't)\b|항상|늘|보통|앞으로|뜻|부르",
    re.IGNORECASE,
)
"""A correction that teaches more than the one value it corrects."""
_WORD = re.compile(r"[^\W_]{2,}")


class UpdateWire(BaseModel):
    """One line to remember."""

    category: Literal["preference", "pattern", "fact", "insight"]
    key: str
    value: str
    refs: Refs = Field(default=[], description="E… that show it")
    confidence: Confidence


class ObserverWire(BaseModel):
    """An observer's answer."""

    updates: list[UpdateWire] = []
    should_update: bool


def needs_model(given: ObserverInput, floor: ObserverOutput) -> bool:
    """Only where somebody may have said more than code reads; plain lookups and logs never."""
    del floor  # what code noticed is kept in any case
    match given.trigger:
        case "user_correction":
            return _GENERALLY.search(given.correction or "") is not None
        case "post_query":
            return _ABOUT_THEMSELVES.search(given.query or "") is not None or _is_insight(given)
        case "periodic":
            return len(given.recent_entries) >= _FEW_ENTRIES


def _is_insight(given: ObserverInput) -> bool:
    return not given.is_lookup and given.analysis is not None and bool(given.analysis.patterns)


def ask(given: ObserverInput, floor: ObserverOutput) -> Ask[ObserverWire]:
    """The request."""
    return request(
        "observer",
        now=given.now,
        profile=given.profile,
        reference=[("What to look for", given.context_guidance)],
        blocks=_blocks(given, floor),
        output=ObserverWire,
        floor=lambda: wire(floor, given),
    )


def _blocks(given: ObserverInput, floor: ObserverOutput) -> list[tuple[str, str]]:
    analysis = given.analysis
    found = [*analysis.findings] if analysis else []
    told = [f"- {sentence(finding.claim)}" for finding in found if not finding.general]
    told += [f"- pattern: {sentence(pattern)}" for pattern in (analysis.patterns if analysis else ())]
    by_code = [f"- {update.key}: {update.value}" for update in floor.updates]
    return [
        ("memory", remembered(given.current_context)),
        ("remembered_by_code_now", "\n".join(by_code)),
        ("records", _shown_entries(given).entry_lines()),
        ("analysis", "\n".join(told)),
        ("reply", given.response or ""),
        ("correction", given.correction or ""),
        ("question", given.query or ""),
        ("trigger", given.trigger),
    ]


def _shown_entries(given: ObserverInput) -> Shown:
    newest = sorted(given.recent_entries, key=lambda entry: (entry.day, entry.id), reverse=True)
    entries = {entry.id: entry for entry in (*newest[:_MOST_ENTRIES], *given.new_entries)}
    findings = given.analysis.findings if given.analysis else ()
    told = [UserAnswer(gap="", question="", answer=text) for text in (given.query, given.correction) if text]
    sheet = sheet_of(
        now=given.now, profile=given.profile, entries=entries.values(), findings=findings, answers=told
    )
    return Shown(sheet)


def wire(floor: ObserverOutput, given: ObserverInput) -> ObserverWire:
    """Code's own lines need no model: in wire form there is nothing to add."""
    del floor, given
    return ObserverWire(should_update=False)


# --- What of the answer holds -----------------------------------------------------------------------------


def output(told: ObserverWire, given: ObserverInput, floor: ObserverOutput) -> ObserverOutput:
    """Code's lines and what a model may add to them."""
    added = list(_added(told, given, floor)) if told.should_update else []
    updates = (*floor.updates, *added[:_MOST_UPDATES])
    return ObserverOutput(updates=updates, should_update=bool(updates))


def _added(told: ObserverWire, given: ObserverInput, floor: ObserverOutput) -> Iterator[ContextUpdate]:
    context = parse(given.current_context)
    shown = _shown_entries(given)
    taken = [*(_words(line.value) for line in context.lines), *(_words(u.value) for u in floor.updates)]
    names = {(u.category, u.key.casefold()) for u in floor.updates}
    for item in told.updates:
        ids, _ = shown.cited(item.refs)
        update = _update(item, _days(shown.entries, ids), given)
        value = holds(update.value, shown.sheet) if update is not None else ""
        if update is None or not value or not holds(update.key, shown.sheet):
            continue
        update = update.model_copy(update={"value": value})
        old = context.find(update.category, update.key)
        words = _words(update.value)
        reinforced = old is not None and old.value == update.value and _newer(shown.entries, ids, old)
        if old is not None and not (reinforced or _may_replace(old, update, given)):
            continue
        if not reinforced and any(_says_same(words, other) for other in taken):
            continue
        if (update.category, update.key.casefold()) not in names:
            names.add((update.category, update.key.casefold()))
            taken.append(words)
            yield update


def _update(item: UpdateWire, days: int, given: ObserverInput) -> ContextUpdate | None:
    """The line, as sure as it may be; None: it is none, or nothing shows it."""
    key, value = line(item.key, LONGEST_KEY).strip(" -:#"), line(item.value, LONGEST_VALUE).strip(" -#")
    if not key or not value or _CODES_OWN.search(key) or _ORDERS.search(f"{key}: {value}"):
        return None
    said = _is_said(given)
    concluded = item.category == "insight" and given.analysis is not None
    if not (days or said or concluded):
        return None
    confidence = item.confidence
    if item.category == "preference" and not said:
        return None
    if item.category in ("pattern", "insight"):
        confidence = "tentative" if days < _PATTERN_DAYS or confidence == "tentative" else "likely"
    elif not said and confidence == "certain":
        confidence = "likely" if days > 1 else "tentative"
    return ContextUpdate(category=item.category, key=key, value=value, confidence=confidence, source=SOURCE)


def _is_said(given: ObserverInput) -> bool:
    """Whether the person said something themselves, to the bot, in this session."""
    return given.trigger == "user_correction" or _ABOUT_THEMSELVES.search(given.query or "") is not None


def _days(entries: Sequence[Entry], ids: Sequence[str]) -> int:
    return len({entry.day for entry in entries if entry.id in ids})


def _newer(entries: Sequence[Entry], ids: Sequence[str], old: MemoryLine) -> bool:
    return any(entry.day > old.last for entry in entries if entry.id in ids)


def _may_replace(old: MemoryLine, new: ContextUpdate, given: ObserverInput) -> bool:
    """Its own lines; code's and the person's only when the person corrects them."""
    if old.value == new.value:
        return False
    return old.source == SOURCE or (given.trigger == "user_correction" and new.category == "preference")


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))


def _says_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Most words of the shorter one stand in the other."""
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) * 5 >= shorter * 4 and max(len(one), len(other)) <= shorter * 3
