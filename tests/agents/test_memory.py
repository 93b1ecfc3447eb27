from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory import (
    SECTIONS,
    Category,
    Changed,
    GlobalContext,
    MemoryLine,
    apply,
    archived,
    one_line,
    parse,
    render,
    tokens,
    updated_context,
)
from agents.observer import ObserverOutput
from agents.types import ContextUpdate
from storage.entities import Confidence, ContextVersion

DAY = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
BUDGET = 2000


def update(
    key: str, value: str, confidence: Confidence = "certain", category: Category = "fact"
) -> ContextUpdate:
    return ContextUpdate(category=category, key=key, value=value, confidence=confidence, source="test")


def after(context: GlobalContext, *updates: ContextUpdate, days: int = 0, budget: int = BUDGET) -> Changed:
    return apply(context, updates, DAY + timedelta(days=days), budget)


NASTY = st.text(max_size=60) | st.sampled_from(
    [
        "a: b",
        "---",
        "# heading",
        "## Facts",
        "- item",
        "x -->",
        "<!-- y -->",
        "--&gt; &lt;!-- &amp; &amp;amp; &colon;",
        "two\nlines\r\nthree\u2028four\x85five\x0bsix",
        "(certain) <!-- me, 2026-01-01 to 2026-01-02, 3x, pinned -->",
        "벤치프레스: 100 kg",
        "\x00\ud800 null",
        "[[link]] **bold** `code` <b>",
    ]
)
WORDS = NASTY.filter(lambda text: bool(one_line(text, 60)))
DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))
LINES = st.builds(
    MemoryLine,
    category=st.sampled_from(list(SECTIONS)),
    key=WORDS,
    value=WORDS,
    confidence=st.sampled_from(["certain", "likely", "tentative"]),
    source=NASTY,
    first=DAYS,
    last=DAYS,
    seen=st.integers(1, 10_000),
    pinned=st.booleans(),
)
CONTEXTS = st.builds(
    GlobalContext,
    version=st.integers(0, 10_000),
    last_updated=st.none() | DAYS,
    lines=st.lists(LINES, max_size=8).map(tuple),
    unwanted=st.lists(st.tuples(st.sampled_from(list(SECTIONS)), WORDS), max_size=30).map(tuple),
)


def test_a_name_of_nothing_is_not_kept():
    context = GlobalContext(unwanted=(("fact", "_"), ("fact", "bench")))
    assert context.unwanted == (("fact", "bench"),)
    assert parse(render(context)) == context


@settings(deadline=None)
@given(CONTEXTS)
def test_what_is_rendered_is_read_back_exactly(context: GlobalContext):
    assert parse(render(context)) == context


@settings(deadline=None)
@given(CONTEXTS)
def test_text_from_users_is_one_line_of_its_section(context: GlobalContext):
    rows = render(context).split("\n")
    assert sum(row.startswith("- ") for row in rows) == len(context.lines)
    assert [row[3:] for row in rows if row.startswith("## ")] == list(SECTIONS.values())
    assert rows.count("---") == 2


def test_it_reads_well():
    context = after(
        GlobalContext(),
        update("bar", "20 kg", category="preference"),
        update("training days", "Mon, Wed, Fri", "likely", "pattern"),
    ).context
    assert render(context) == (
        "---\n"
        "last_updated: 2026-11-01\n"
        "version: 1\n"
        "---\n"
        "\n"
        "# Global Context\n"
        "\n"
        "## Preferences\n"
        "\n"
        "- bar: 20 kg (certain) <!-- test, 2026-11-01 to 2026-11-01, 1x -->\n"
        "\n"
        "## Patterns\n"
        "\n"
        "- training days: Mon, Wed, Fri (likely) <!-- test, 2026-11-01 to 2026-11-01, 1x -->\n"
        "\n"
        "## Facts\n"
        "\n"
        "## Insights\n"
    )


def test_the_same_key_replaces_and_the_old_line_is_archived():
    first = after(GlobalContext(), update("bench record", "100 kg")).context
    second = after(first, update("Bench_Record", "105 kg"), days=3)
    assert [line.value for line in second.context.lines] == ["105 kg"]
    assert second.context.version == 2
    archive = archived("", second.forgotten, date(2026, 11, 4))
    assert "## 2026-11-04" in archive
    assert "100 kg (certain)" in archive
    assert archive.rstrip().endswith("replaced")


def test_the_same_line_again_reinforces_and_a_tentative_one_becomes_likely():
    guess = update("short nights", "go with heavy training", "tentative", "insight")
    first = after(GlobalContext(), guess).context
    same_day = after(first, guess)
    assert same_day.context is first
    later = after(first, guess, days=7).context
    assert later.lines[0].confidence == "likely"
    assert later.lines[0].seen == 2
    assert later.lines[0].first == date(2026, 11, 1)
    assert later.lines[0].last == date(2026, 11, 8)


def test_a_guess_never_replaces_what_is_certain():
    stated = after(GlobalContext(), update("bar", "20 kg", category="preference")).context
    guessed = after(stated, update("bar", "15 kg", "likely", "preference"), days=5)
    assert guessed.context is stated
    corrected = after(stated, update("bar", "15 kg", category="preference"), days=5)
    assert corrected.context.lines[0].value == "15 kg"


def test_a_tentative_line_fades_when_it_is_never_seen_again():
    hurts = update("knee pain", "last logged 2026-11-01", "tentative", "insight")
    first = after(GlobalContext(), hurts).context
    later = after(first, update("bench record", "100 kg"), days=61)
    assert [line.key for line in later.context.lines] == ["bench record"]
    assert [item.reason for item in later.forgotten] == ["faded"]


def test_over_budget_tentative_goes_first_then_likely_and_certain_stays():
    context = GlobalContext()
    for number in range(30):
        context = after(
            context,
            update(f"guess {number}", "x" * 80, "tentative", "insight"),
            update(f"habit {number}", "y" * 80, "likely", "pattern"),
            days=number,
            budget=100_000,
        ).context
    context = after(context, update("bench record", "100 kg"), days=30, budget=100_000).context
    changed = after(context, update("bar", "20 kg", category="preference"), days=31, budget=1000)
    kept = {line.key for line in changed.context.lines}
    assert tokens(render(changed.context)) <= 1000
    assert {"bench record", "bar", "habit 29"} <= kept
    assert not any(key.startswith("guess") for key in kept)
    assert "habit 0" not in kept
    gone = [item.line.key for item in changed.forgotten if item.line.category == "insight"]
    assert gone == [f"guess {number}" for number in range(30)]


def test_too_many_certain_facts_keep_the_budget_and_the_preferences():
    updates = [update(f"record {number}", "z" * 200) for number in range(100)]
    context = after(
        GlobalContext(), update("tone", "short", category="preference"), *updates, budget=1000
    ).context
    assert tokens(render(context)) <= 1000
    assert context.find("preference", "tone") is not None


def test_korean_counts_heavier_than_english():
    assert tokens("bench press") == 3
    assert tokens("벤치프레스") == 5


@pytest.mark.parametrize("empty", ["", " \n\t", "\x00"])
def test_an_empty_update_is_no_line(empty: str):
    assert after(GlobalContext(), update("key", empty), update(empty, "value")).context.lines == ()


def test_versions_follow_the_stored_ones_and_only_changes_make_one():
    seen = ObserverOutput(updates=(update("bench record", "100 kg"),), should_update=True)
    first = updated_context(None, 7, seen, now=DAY, cause="significant_log", token_budget=BUDGET)
    assert first is not None
    assert (first.user_id, first.version, first.cause) == (7, 1, "significant_log")
    assert updated_context(first, 7, seen, now=DAY, cause="again", token_budget=BUDGET) is None
    nothing = ObserverOutput(should_update=False)
    assert updated_context(first, 7, nothing, now=DAY, cause="nothing", token_budget=BUDGET) is None
    rolled_back = ContextVersion(user_id=7, version=5, content=first.content, archive="# Archive\n", at=DAY)
    better = ObserverOutput(updates=(update("bench record", "105 kg"),), should_update=True)
    sixth = updated_context(rolled_back, 7, better, now=DAY, cause="log", token_budget=BUDGET)
    assert sixth is not None
    assert sixth.version == 6
    assert "version: 6" in sixth.content
    assert "100 kg" in sixth.archive


def test_a_file_from_elsewhere_is_read_as_far_as_it_is_ours():
    text = "---\nlast_updated: 2026-01-03\nversion: 12\n---\n\n# Global Context\n\n## Notes\n\nOn 5/3/1.\n"
    assert parse(text) == GlobalContext(version=12, last_updated=date(2026, 1, 3))
    assert parse("") == GlobalContext()
