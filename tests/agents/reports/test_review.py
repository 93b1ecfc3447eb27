"""A review of half a year: what it tells is what the entries say, and every number leads to them."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, timedelta
from functools import cache

import pytest

from agents.facts import Units, epley, samples
from agents.goals.goal import Goal
from agents.goals.progress import progress_of_work
from agents.offline.reviewing.reviewed import periods, reviewed
from agents.offline.reviewing.service import PARTS, parts_of
from agents.reports.delivery import Delivered, delivered
from agents.reports.marking import Drawn, Marking, Report, linked
from agents.reports.part import CITED, Part
from agents.reports.speech import report_words
from agents.truth import tell
from evals.playing import everything
from storage.entities import DateRange, Entry
from tests.agents.charts.diaries import AWAY, LAST, half_a_year, me
from tests.agents.diary import entry, lift

SPAN = DateRange(start=date(2026, 6, 1), end=LAST)


@cache
def parts(language: str = "en") -> dict[str, Part]:
    goal = Goal(kind="best", name="bench press", quantity="weight", target=120, unit="kg", made=SPAN.start)
    found = samples(half_a_year(), lambda one: one.name == "bench press")
    goals = (progress_of_work(goal, found, LAST, Units("kg", "km")),)
    r = reviewed(half_a_year(), me(language), everything(), SPAN, LAST, goals)
    return {one.name: one for one in parts_of(r)}


def report(*chosen: Part, language: str = "en") -> Report:
    return Report(title="2026", subtitle="", parts=chosen, language=language, today=LAST)


def shown(part: Part, language: str = "en") -> str:
    marking = Marking.of(report(part, language=language))
    return "\n".join(linked(line, lambda _, value: value) for line in marking.lines)


def inside() -> list[Entry]:
    return [one for one in half_a_year() if SPAN.start <= one.day <= SPAN.end]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_number_of_a_sentence_is_a_slot(language: str):
    for part in parts(language).values():
        sheet = part.sheet(language, LAST)
        for line in part.text.splitlines():
            if line and line[0] not in "#!|":
                assert tell(line, sheet, code=True).refusals == (), line
            assert "{" not in shown(part, language)


def test_there_is_a_part_for_everything_that_was_logged():
    assert [*parts()] == [name for name in PARTS if name != "metrics"]


def test_what_is_told_at_a_glance_is_what_the_entries_say():
    text = shown(parts()["overview"])
    lifted = [m for one in inside() for m in one.measures if m.domain == "strength"]
    assert f"Entries: {len(inside())}." in text
    assert f"{sum((m.weight or 0) * (m.reps or 0) * m.sets for m in lifted):,.0f} kg" in text
    assert f"| {len({m.day for one in inside() for m in one.measures if m.value is None})} days |" in text


def test_only_a_log_that_is_old_enough_is_compared():
    assert "Before" not in shown(parts()["overview"])
    late = DateRange(start=date(2026, 9, 1), end=LAST)
    r = reviewed(half_a_year(), me(), everything(), late, LAST)
    text = shown(parts_of(r)[0])
    assert "Before: Thu 11 Jun \N{EN DASH} Mon 31 Aug." in text
    assert len(re.findall(r"\d days \|", text)) == 4


def test_records_are_told_with_what_stood_before_these_days():
    best = max((m.weight or 0, m.reps) for one in inside() for m in one.measures if m.name == "bench press")
    before = max(
        m.weight or 0
        for one in half_a_year()
        if one.day < SPAN.start
        for m in one.measures
        if m.name == "bench press"
    )
    text = shown(parts()["records"])
    assert f"| Bench press | load | {best[0]:g} kg |" in text
    assert f"| {before:g} kg |" in text
    assert f"{epley(best[0], 5):.1f} kg" in text


def test_breaks_goals_and_silent_days_are_told():
    assert f"{(AWAY[1] - AWAY[0]).days + 1 + 2} days" in shown(
        parts()["streaks"]
    )  # the days around were rest
    assert "| Bench press | 120 kg | 107.5 kg | on course |" in shown(parts()["goals"])
    silent = (SPAN.end - SPAN.start).days + 1 - len({one.day for one in inside()})
    assert f"nothing logged on {silent} days" in shown(parts()["missing"])


def test_a_number_of_many_entries_names_the_newest_and_counts_all():
    marking = Marking.of(report(parts()["overview"]))
    whole = marking.sources[0]
    assert (whole.shown, whole.count, len(whole.entries)) == (str(len(inside())), len(inside()), CITED)
    assert whole.entries[0] == inside()[-1].id


def test_a_log_that_is_younger_has_no_days_before():
    r = reviewed(half_a_year(), me(), everything(), DateRange(start=date(2026, 1, 1), end=LAST), LAST)
    text = shown({one.name: one for one in parts_of(r)}["months"])
    assert "January" not in text
    assert "| April |" in text


def test_nothing_logged_is_nothing_told():
    assert parts_of(reviewed((), me(), everything(), SPAN, LAST)) == []


def test_more_than_a_year_goes_by_years():
    spans = periods(DateRange(start=date(2024, 3, 1), end=date(2026, 11, 21)))
    assert [(one.start.isoformat(), one.end.isoformat()) for one in spans] == [
        ("2024-03-01", "2024-12-31"), ("2025-01-01", "2025-12-31"), ("2026-01-01", "2026-11-21"),
    ]  # fmt: skip


def test_a_month_that_comes_twice_is_told_by_its_days():
    logged = [
        entry(LAST - timedelta(days=at * 7), lift(LAST - timedelta(days=at * 7), 80, 5)) for at in range(53)
    ]
    r = reviewed(logged, me(), everything(), DateRange(start=LAST - timedelta(days=364), end=LAST), LAST)
    text = shown({one.name: one for one in parts_of(r)}["months"])
    assert "| December |" in text
    assert "| Sat 22 Nov 2025 \N{EN DASH} Sun 30 Nov 2025 |" in text


def made(language: str = "en", *, draws: bool = True) -> Delivered:
    known = {one.id: one.model_copy(update={"text": f"<b>{one.id}</b> & more"}) for one in half_a_year()}
    whole = report(*parts(language).values(), language=language)
    marking = Marking.of(whole)
    png = b"\x89PNG" if draws else None
    shots = {
        name: Drawn(png, f"A chart of {p.title}") for one in whole.parts for name, p in one.charts.items()
    }
    cited = [known[one] for one in marking.cited]
    return delivered(whole, marking, cited, shots, {"plan.md": b"plan"})


def test_the_page_needs_nothing_else_and_each_link_leads_somewhere():
    html = made().html.decode()
    targets = set(re.findall(r'id="([^"]+)"', html))
    links = re.findall(r'href="#([^"]+)"', html)
    assert len(links) > 100
    assert set(links) <= targets
    assert not re.findall(r'(?:src|href)="(?!#|data:)', html)
    assert "<script" not in html
    assert "<b>E" not in html
    assert html.count("<img ") == sum(len(one.charts) for one in parts().values())


def test_the_zip_holds_the_text_its_charts_and_the_artifacts():
    archive = zipfile.ZipFile(io.BytesIO(made("ko").zip))
    text = archive.read("report.md").decode()
    assert set(re.findall(r"\]\((charts/[^)]+)\)", text)) == {
        one for one in archive.namelist() if "charts/" in one
    }
    assert archive.read("plan.md") == b"plan"
    assert set(re.findall(r"\(#([^)]+)\)", text)) <= set(re.findall(r'id="([^"]+)"', text))
    assert f"## {report_words('ko').page['sources']}" in text


def test_a_chart_that_cant_be_drawn_is_told_in_words():
    html = made(draws=False).html.decode()
    assert "<img" not in html
    assert "A chart of Bench press" in html
