"""The offline retriever: makes the searches, widens them by itself, reads everything in scope."""

from __future__ import annotations

from datetime import timedelta

from agents.offline.nearest import nearest
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.types import RetrievalAttempt, RetrievalInstruction
from storage.entities import DateRange, Entry

READ_ALL = 20_000
"""Entries read for a figure over everything: some twenty years of daily logs."""
_STEPS = (timedelta(days=14), timedelta(days=30))


async def retrieve(given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
    """Every instruction's entries, newest first, each once; `truncated` when the limit cut something off."""
    found: dict[str, Entry] = {}
    attempts: list[RetrievalAttempt] = []
    warnings: list[str] = []
    truncated = False
    for instruction in given.instructions:
        limit = READ_ALL if instruction.everything else given.max_entries
        if instruction.strategy == "nearest":
            near = await nearest(
                instruction.question,
                search,
                span=instruction.date_range,
                today=given.today,
                vocabulary=given.vocabulary,
                said=instruction.keywords,
                of_pain="pain" in instruction.topics,
                by_meaning=instruction.by_meaning,
            )
            found.update((entry.id, entry) for entry in near)
            attempts.append(_attempt(given.attempt, instruction, instruction.date_range, near))
            continue
        expanded = _expanded(instruction, given.vocabulary)
        entries, span = await _widening(expanded, search, limit)
        if len(entries) >= limit:
            truncated = True
            warnings.append(f"Only the newest {limit} entries were read.")
        if not entries:
            warnings.append(f"Nothing found for {_subject(instruction)}.")
        found.update((entry.id, entry) for entry in entries)
        attempts.append(_attempt(given.attempt, instruction, span, entries))
    newest_first = sorted(
        found.values(), key=lambda entry: (entry.day, entry.logged_at, entry.id), reverse=True
    )
    return RetrieverOutput(
        entries=tuple(newest_first),
        attempts=tuple(attempts),
        warnings=tuple(dict.fromkeys(warnings)),
        truncated=truncated,
    )


def _attempt(
    number: int, instruction: RetrievalInstruction, span: DateRange | None, found: list[Entry]
) -> RetrievalAttempt:
    return RetrievalAttempt(
        attempt=number,
        instruction=instruction,
        date_range=span,
        entries_found=len(found),
        summary=f"{_subject(instruction)}: {len(found)} entries",
        nearest=tuple(entry.id for entry in found) if instruction.strategy == "nearest" else (),
    )


async def _widening(
    instruction: RetrievalInstruction, search: EntrySearch, limit: int
) -> tuple[list[Entry], DateRange | None]:
    """The entries, and the range that was really searched (None = all)."""
    spans: list[DateRange | None] = [instruction.date_range]
    if instruction.widen and instruction.date_range is not None and instruction.strategy != "pattern":
        asked = instruction.date_range
        spans += [DateRange(start=asked.start - step, end=asked.end + step) for step in _STEPS]
        spans.append(None)
    entries: list[Entry] = []
    for span in spans:
        entries = await _search(instruction, search, span, limit)
        if entries:
            return entries, span
    return entries, spans[-1]


async def _search(
    instruction: RetrievalInstruction, search: EntrySearch, span: DateRange | None, limit: int
) -> list[Entry]:
    match instruction.strategy:
        case "topic":
            return await search.by_topics(instruction.topics, span, limit)
        case "keyword":
            return await search.by_keywords(instruction.keywords, span, limit)
        case "pattern":
            return await search.by_pattern(instruction.pattern or "**", limit)
        case "date_range" | "nearest":
            if span is None:
                return await search.by_pattern("**", limit)
            return await search.by_date_range(span, limit)


def _expanded(instruction: RetrievalInstruction, vocabulary: dict[str, str]) -> RetrievalInstruction:
    """Words to canonical names and back: "pr" also finds "personal record", a topic also its aliases."""
    if instruction.strategy == "topic":
        names = [vocabulary.get(topic.lower(), topic) for topic in instruction.topics]
        return instruction.model_copy(update={"topics": tuple(dict.fromkeys([*instruction.topics, *names]))})
    if instruction.strategy != "keyword":
        return instruction
    words: list[str] = []
    for keyword in instruction.keywords:
        canonical = vocabulary.get(keyword.lower())
        words.append(keyword)
        if canonical is not None:
            words += [canonical, *(term for term, name in vocabulary.items() if name == canonical)]
    return instruction.model_copy(update={"keywords": tuple(dict.fromkeys(words))})


def _subject(instruction: RetrievalInstruction) -> str:
    if instruction.topics or instruction.keywords:
        return ", ".join((*instruction.topics, *instruction.keywords))
    return instruction.pattern or instruction.question or "these days"
