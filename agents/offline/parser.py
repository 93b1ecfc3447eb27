"""The offline parser: logs to entries, corrections to changed entries. The rules are in docs/notation.md."""

from __future__ import annotations

from datetime import date, datetime
from itertools import groupby

from agents.language.day_texts import texts_by_day
from agents.language.style import Style
from agents.notation import order_chosen
from agents.offline.fixing.corrections import correct
from agents.offline.fixing.rewording import reword
from agents.offline.learning.teaching import unknown_name
from agents.offline.lexicon import readable
from agents.offline.reading.leftovers import leftovers
from agents.offline.reading.log import Reading, read_log
from agents.offline.reading.sentences import in_language, meant
from agents.offline.reading.units import fill_units
from agents.parser import ParsedEntry, ParserInput, ParserOutput, Uncertainty
from agents.vocabulary import in_context
from storage.entities import Entry, Measure


def parse(given: ParserInput) -> ParserOutput:
    """Entries (one a day) or a correction. Any text is answered; nothing is invented."""
    return in_language(_parsed(given), given.profile.language)


def _parsed(given: ParserInput) -> ParserOutput:
    if given.correction:
        said = given.model_copy(update={"text": readable(given.text)[0]})
        return reword(said) if given.says_anew else correct(said)
    now = given.profile.local(given.now)
    context = in_context(given.domain_context, _named(given))
    reading = read_log(given.text, now, given.profile, context, _style(given))
    measures, unit_question = fill_units(
        reading.measures, given.profile, given.recent_entries, given.resolved.get("weight_unit", "")
    )
    uncertain = [*_doubts(reading), *_exercises(reading, given.recent_entries)]
    if unit_question is not None:
        uncertain.append(unit_question)
    return ParserOutput(
        entries=_entries(reading, measures, now),
        uncertain=tuple(uncertain),
        needs_recent=bool(uncertain) and not given.looked_back,
        confidence=_confidence(reading, measures),
    )


def _named(given: ParserInput) -> dict[str, str]:
    """The word that the user was asked about, with the exercise it stands for."""
    told = given.resolved.get("exercise", "").strip()
    answer = meant(told, given.profile.language).lower()
    term = unknown_name(given.text, given.domain_context.vocabulary) if answer else None
    return {term: answer} if term else {}


def _style(given: ParserInput) -> Style:
    """How the writer writes: what was chosen for this message holds before what was chosen once."""
    answer = meant(given.resolved.get("notation", ""), given.profile.language)
    order = order_chosen(given.text, answer) or given.profile.set_order
    return Style(order, answer, tuple(entry for entry in given.recent_entries if not entry.deleted))


def _entries(reading: Reading, measures: list[Measure], now: datetime) -> tuple[ParsedEntry, ...]:
    today = now.date()
    texts = texts_by_day(reading, reading.items, [measure.day for measure in measures], today)
    problems = [*reading.problems, *_unread(reading)]
    said = " ".join(str(problem) for _, problem in problems)
    unread = leftovers(reading.text, reading.items, measures, said)
    entries: list[ParsedEntry] = []
    for day, text in texts.items():
        own = tuple(measure for measure in measures if measure.day == day)
        entries.append(
            ParsedEntry(
                day=day,
                text=text,
                domains=tuple(dict.fromkeys(measure.domain for measure in own)),
                measures=own,
                unread=tuple(one for one in unread if one in text or len(texts) == 1),
                problems=tuple(
                    dict.fromkeys(problem for about, problem in problems if about == day or len(texts) == 1)
                ),
            )
        )
    return tuple(entries)


def _doubts(reading: Reading) -> list[Uncertainty]:
    questions: list[Uncertainty] = []
    for name, doubt in dict.fromkeys(reading.doubts):
        options = tuple(doubt.split("|"))
        questions.append(Uncertainty(key="notation", question=f"{name}: which is it?", options=options))
    return questions


def _exercises(reading: Reading, recent: tuple[Entry, ...]) -> list[Uncertainty]:
    if not reading.orphans:
        return []
    names = dict.fromkeys(
        measure.name for entry in recent for measure in entry.measures if measure.domain == "strength"
    )
    question = f"Which exercise was “{reading.orphans[0]}”?"
    return [Uncertainty(key="exercise", question=question, options=tuple(names)[:4])]


def _unread(reading: Reading) -> list[tuple[date, str]]:
    """Sentences about figures that look like a log and were not understood."""
    sentences = [
        (reading.items[0].day, f"I could not tell which exercise “{text}” belongs to.")
        for text in reading.orphans
    ]
    if reading.orphans:
        return sentences
    for _, items in groupby(reading.items, key=lambda item: item.clause):
        clause = list(items)
        figures = [item for item in clause if item.data and not item.used and not item.dead]
        if not figures:
            continue
        notation = any(item.tag("x", "sets", "reps", "rpe") or item.named for item in clause)
        signs = any(
            item.glued and not item.text[0].isalnum() and item.kind in ("sign", "words") for item in clause
        )
        if notation or signs:
            begin, end = figures[0].start, max(item.end for item in figures)
            if signs:
                begin, end = min(clause[0].start, begin), max(clause[-1].end, end)
            text = reading.text[begin:end].strip(" ,.;\n")
            sentences.append((figures[0].day, f"I could not read “{text}”."))
    return sentences


def _confidence(reading: Reading, measures: list[Measure]) -> float:
    """1 only when every figure was read and nothing guessed; low when nothing was understood."""
    unread = len(reading.unread)
    if not measures:
        return 0.2 if unread or reading.problems else 0.3
    figures = sum(1 for item in reading.items if item.data and not item.dead) or 1
    score = 1.0 - 0.6 * unread / max(figures, unread)
    if any("guessed" in measure.certainty.values() for measure in measures) or reading.doubts:
        score = min(score, 0.6)
    if reading.problems:
        score = min(score, 0.7)
    return round(max(0.3, score), 2)
