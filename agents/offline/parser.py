"""The offline parser: logs to entries, corrections to changed entries. The rules are in docs/notation.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta

from agents.language.entries import confidence_of, entries_of
from agents.language.pairs import Doubt
from agents.language.reading import Reading, read_log
from agents.language.style import Style
from agents.notation import order_chosen
from agents.offline.bare_ways import with_way_unit
from agents.offline.either import either_in, undecided
from agents.offline.intentions import as_done, intended_on
from agents.offline.learning.teaching import unknown_name
from agents.offline.left_out import doubt_words, is_bare, name_of_figure, whose, with_units
from agents.offline.load_units import fill_units
from agents.offline.repeating import Repetition, repeated, repetition
from agents.offline.sentences import in_language, meant
from agents.parser import NOTHING_BEFORE, ParsedEntry, ParserInput, ParserOutput, Uncertainty
from agents.vocabulary import in_context
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry, Measure

_MOST_OPTIONS = 4
_YES = ("yes", "no")


def parse(given: ParserInput) -> ParserOutput:
    """Entries (one a day) or a correction. Any text is answered; nothing is invented."""
    return in_language(_parsed(given), given.profile.language)


def _parsed(given: ParserInput) -> ParserOutput:
    if given.correction:
        from agents.offline.fixing.rewording import corrected  # noqa: PLC0415 - a log has no need of it

        if (output := corrected(given)) is not None:
            return output
    now = given.profile.local(given.now)
    wish = repetition(given.text, given.domain_context.vocabulary.get, now, given.profile.date_order)
    if wish is not None:
        return _repeated(given, wish, now)
    context = in_context(given.domain_context, _named(given))
    done = meant(given.resolved.get("done", ""), given.profile.language) == _YES[0]
    name = name_of_figure(given, now)
    lead = f"{name} " if name else ""
    reading, open_ones = _reading(given, now, context, lead, told=done or bool(lead))
    measures, unit_question = fill_units(
        reading.measures, given.profile, given.recent_entries, given.resolved.get("weight_unit", "")
    )
    amounts, uncertain = with_units(given, reading)
    measures += amounts
    uncertain += [*_doubts(reading.doubts), *_exercises(reading, given.recent_entries)]
    uncertain += open_ones
    if unit_question is not None:
        uncertain.append(unit_question)
    uncertain += _days(reading, given.resolved)
    uncertain += () if measures or name else whose(given)
    if reading.unsure:
        uncertain += _done(read_log(given.text, now, given.profile, context, _style(given), told=True))
    entries = [
        one.model_copy(update={"text": one.text.removeprefix(lead)})
        for one in entries_of(reading, measures, now)
    ]
    if len(entries) == 1 and not lead and reading.original != given.text:
        entries = [entries[0].model_copy(update={"text": given.text})]
    if given.correction and not measures:
        entries = [one.model_copy(update={"problems": (NOTHING_BEFORE,)}) for one in entries]
    return ParserOutput(
        entries=tuple(entries),
        uncertain=tuple(uncertain),
        needs_recent=(bool(uncertain) or (is_bare(given.text) and not measures)) and not given.looked_back,
        confidence=confidence_of(reading, measures),
    )


def _repeated(given: ParserInput, wish: Repetition, now: datetime) -> ParserOutput:
    if not given.looked_back:
        return ParserOutput(needs_recent=True, confidence=1)
    if wish.does == "intended":
        return _intended(given, wish.days or DateRange(start=now.date(), end=now.date()))
    return repeated(wish, given.text, given.recent_entries, now)


def _intended(given: ParserInput, days: DateRange) -> ParserOutput:
    """What was noted as a plan for these days, as done; without one only a note."""
    done = given.model_copy(update={"resolved": {**given.resolved, "done": _YES[0]}})
    today = given.profile.local(given.now).date()
    if days.start == days.end and days.start.weekday() == today.weekday():
        days = DateRange(start=today, end=today)  # "Thursday's plan", said on Thursday
    plans = intended_on(days, given.recent_entries, given.profile)
    said = [as_done(one, given.now, given.profile, given.domain_context) for one in plans]
    parsed = [_parsed(done.model_copy(update={"text": one})) for one in said]
    entries = [entry for plan in parsed for entry in plan.entries]
    there = {_deed(one) for entry in given.recent_entries for one in entry.measures if one.day == days.start}
    told = (one.model_copy(update={"day": days.start}) for entry in entries for one in entry.measures)
    measures = tuple(one for one in told if _deed(one) not in there)
    entry = ParsedEntry(
        day=days.start,
        text=given.text,
        domains=tuple(dict.fromkeys(one.domain for one in measures)),
        measures=measures,
        problems=tuple(one for entry in entries for one in entry.problems),
        unread=tuple(one for entry in entries for one in entry.unread),
        notes=tuple(one for entry in entries for one in entry.notes),
    )
    asks = tuple(one for plan in parsed for one in plan.uncertain)
    return ParserOutput(entries=(entry,), uncertain=asks, confidence=1)


def _deed(one: Measure) -> tuple[object, ...]:
    return one.name, one.weight, one.reps, one.sets, one.distance_m, one.duration_s, one.value


def _reading(
    given: ParserInput, now: datetime, context: ActiveDomainContext, lead: str, *, told: bool
) -> tuple[Reading, tuple[Uncertainty, ...]]:
    """The message as it is read, and what is asked where it gives two figures for one: `40 or 45`."""

    def read(text: str) -> Reading:
        return read_log(text, now, given.profile, context, _style(given), told=told)

    pair, answer = either_in(given.text), given.resolved.get("either", "")
    if pair is None or lead:
        return with_way_unit(given, read(lead + given.text), read)
    if answer in pair.options:
        return read(pair.settled(given.text, answer)), ()
    return undecided(given.text, pair, read) or (read(given.text), ())


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


def _doubts(doubts: Iterable[tuple[str, Doubt]]) -> Iterator[Uncertainty]:
    """Which of two readings it is, each as an option."""
    for name, doubt in dict.fromkeys(doubts):
        words = doubt_words()
        turned = words.sets.format(sets=doubt.reps, reps=doubt.sets)
        other = turned if doubt.load is None else words.load.format(load=doubt.load, reps=doubt.reps)
        options = (words.sets.format(sets=doubt.sets, reps=doubt.reps), other)
        yield Uncertainty(key="notation", question=words.which.format(name=name), options=options)


def _days(reading: Reading, answered: Mapping[str, str]) -> Iterator[Uncertainty]:
    """Which day of a stretch it was: `last week`, `the weekend`."""
    within = next((one.within for one in reading.message.mentions if one.within is not None), None)
    if within is not None and reading.measures and "date" not in answered:
        days = [within.start + timedelta(days=at) for at in range((within.end - within.start).days + 1)]
        yield Uncertainty(key="date", question=doubt_words().day, options=tuple(map(date.isoformat, days)))


def _done(reading: Reading) -> Iterator[Uncertainty]:
    """Whether it was done at all; `reading` is as if it were."""
    names = ", ".join(dict.fromkeys(measure.name for measure in reading.measures))
    if names:
        yield Uncertainty(key="done", question=f"Is this done, and shall I log it: {names}?", options=_YES)


def _exercises(reading: Reading, recent: Iterable[Entry]) -> Iterator[Uncertainty]:
    """Whose the first figures without a name are, with the exercises logged lately."""
    names = dict.fromkeys(
        measure.name for entry in recent for measure in entry.measures if measure.domain == "strength"
    )
    for orphan in reading.orphans[:1]:
        question = doubt_words().exercise.format(text=orphan)
        yield Uncertainty(key="exercise", question=question, options=tuple(names)[:_MOST_OPTIONS])
