"""What is odd in a log, and what is not: sets that are done again, a heavy single, a second kind of run."""

from __future__ import annotations

from datetime import date, timedelta

from ulid import ULID

from agents.changes.items import MergeItem, RemoveItem, TypoItem
from agents.offline.reviewing.cleanup import changes_for, cleanup, flaws_of
from agents.offline.reviewing.reviewed import reviewed
from agents.reports.marking import Marking, Report, linked
from evals.playing import everything
from storage.entities import DateRange, Entry, Measure
from tests.agents.charts.diaries import LAST, half_a_year, me
from tests.agents.diary import entry, lift, run, sleep

SPAN = DateRange(start=LAST - timedelta(days=364), end=LAST)
DAY = date(2026, 11, 2)


def looked_at(*more: Entry, whole: tuple[Entry, ...] | None = None):
    r = reviewed((*(half_a_year() if whole is None else whole), *more), me(), everything(), SPAN, LAST)
    return r, flaws_of(r)


def test_half_a_year_of_honest_logs_has_no_flaws():
    r, flaws = looked_at()
    assert not flaws
    assert "Nothing odd found" in cleanup(r, flaws).text
    assert changes_for(flaws, r.words.flaws) == []


def test_a_digit_too_much_is_found_with_what_was_meant():
    _, flaws = looked_at(entry(DAY, lift(DAY, 1000, 5), name="X1"), entry(DAY, sleep(DAY, 75), name="X2"))
    assert {(one.entry, one.name, one.was, one.becomes) for one in flaws.odd} == {
        ("X1", "bench press", 1000, 100), ("X2", "sleep", 75, 7.5),
    }  # fmt: skip


def test_pounds_and_a_longer_run_are_no_slips_and_what_cant_be_mended_is_told_only():
    logged = (lift(DAY, 225, 5, unit="lb"), run(DAY, 42.2, 14000)), (lift(DAY, 480, 5, name="squat"),)
    r, flaws = looked_at(*(entry(DAY, *one, name=f"X{at}") for at, one in enumerate(logged)))
    assert [(one.entry, one.name, one.becomes) for one in flaws.odd] == [("X1", "squat", None)]
    assert changes_for(flaws, r.words.flaws) == []


def test_the_same_twice_is_a_night_or_a_run_never_a_set_done_again():
    bench = lift(DAY, 100, 5)
    _, flaws = looked_at(
        entry(DAY, bench, name="S1"), entry(DAY, bench, name="S2", hour=19),
        entry(DAY, sleep(DAY, 6.1), name="N1"), entry(DAY, sleep(DAY, 6.1), name="N2", hour=20),
        entry(DAY, run(DAY, 5, 1500), name="R1"), entry(DAY, run(DAY, 5, 1500), name="R2", hour=20),
    )  # fmt: skip
    assert {(one.first, one.second) for one in flaws.twice} == {("N1", "N2"), ("R1", "R2")}


def test_the_same_words_sent_at_once_are_the_same_twice():
    words = "bench press 100x5 and 90x5"
    logged = [entry(DAY, lift(DAY, 100, 5), lift(DAY, 90, 5), text=words, name=name) for name in ("A", "B")]
    assert [(one.first, one.second) for one in looked_at(*logged)[1].twice] == [("A", "B")]


def test_of_what_is_said_three_times_the_later_ones_are_proposed_to_go():
    said = [
        entry(DAY, sleep(DAY, 6.1), name=str(ULID()), hour=hour, text="slept 6.1 h") for hour in (8, 9, 10)
    ]
    r, flaws = looked_at(*said)
    proposed = [one for one in changes_for(flaws, r.words.flaws) if isinstance(one, RemoveItem)]
    assert [(one.twin, one.entry_id) for one in proposed] == [(said[0].id, one.id) for one in said[1:]]
    assert {(one.day, one.was) for one in proposed} == {(DAY, "slept 6.1 h")}


def own(name: str, *days: int) -> list[Entry]:
    return [
        entry(day, Measure(domain="general", name=name, day=day, reps=10, sets=3), name=str(ULID()))
        for n in days
        if (day := LAST - timedelta(days=n))
    ]


def test_two_spellings_of_a_name_are_merged_into_the_one_we_know_or_that_is_more_usual():
    more = [
        *own("benchpress", 1),
        *own("copenhagen plank", 1, 2, 3),
        *own("copenhagn plank", 4),
        *own("sled", 1),
    ]
    r, flaws = looked_at(*more, *own("sled", 1), *own("sled push", 2))
    assert {(one.name, one.into) for one in flaws.names} == {
        ("benchpress", "bench press"), ("copenhagn plank", "copenhagen plank"),
    }  # fmt: skip
    proposed = changes_for(flaws, r.words.flaws)
    assert [*proposed] == [one for one in proposed if isinstance(one, MergeItem)]
    assert {(one.name, one.into) for one in proposed if isinstance(one, MergeItem)} == {
        (one.name, one.into) for one in flaws.names
    }


def test_a_slip_is_proposed_with_what_it_was_and_becomes():
    slip = entry(DAY, lift(DAY, 1000, 5), name=str(ULID()))
    r, flaws = looked_at(slip)
    (proposed,) = changes_for(flaws, r.words.flaws)
    assert isinstance(proposed, TypoItem)
    assert (proposed.entry_id, proposed.was, proposed.becomes) == (slip.id, 1000, 100)


def test_the_part_leads_to_the_entries():
    twice = [entry(DAY, sleep(DAY, 6.1), name=name) for name in ("N1", "N2")]
    (own_name,) = own("benchpress", 1)
    r, flaws = looked_at(own_name, entry(DAY, lift(DAY, 1000, 5), name="X1"), *twice)
    part = cleanup(r, flaws)
    marking = Marking.of(Report(title="", subtitle="", parts=(part,), language="en", today=LAST))
    text = "\n".join(linked(line, lambda _, value: value) for line in marking.lines)
    assert "| Bench press | Mon 2 Nov | 1,000 kg |" in text
    assert "| Sleep | Mon 2 Nov |" in text
    assert {"X1", "N1", "N2", own_name.id} <= set(marking.cited)
