from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.entities import DateRange
from storage.fulltext import words
from storage.stores import Stores
from storage.vault_paths import GlobPattern, day_path
from tests.driver.sizes import examples
from tests.driver.storing import save_entry
from tests.storage.things import TODAY, USER, entry, sets

TEXTS = {
    1: "Bench press 185x5x3, felt heavy",
    2: "벤치프레스를 60kg 5회 했다. 수면이 부족했다",
    3: "squats 100kg and press-ups",
    4: "ran 5 km, knee ok. Café after",
    5: "今日は筋トレした",
    6: "bench: none. press: none",
}


@pytest.fixture
async def filled(db: Stores) -> Stores:
    for number, text in TEXTS.items():
        await save_entry(db.entries, entry(number, text, day=TODAY - timedelta(days=number)))
    return db


async def found(db: Stores, *keywords: str) -> list[int]:
    entries = await db.search.search_entries(USER, keywords)
    return [e.message_id for e in entries]


@pytest.mark.parametrize(
    ("keyword", "expected"),
    [
        ("bench", [1, 6]),
        ("BENCH", [1, 6]),
        ("bench press", [1]),
        ("bench-press", [1]),
        ("squat", [3]),
        ("squats", [3]),
        ("quat", []),
        ("press", [1, 3, 6]),
        ("185", [1]),
        ("18", []),
        ("5", [4]),
        ("cafe", [4]),
        ("CAFÉ", [4]),
        ("벤치프레스", [2]),
        ("벤치", [2]),
        ("수면", [2]),
        ("筋トレ", [5]),
        ("今日", [5]),
        ("", []),
        ("   ", []),
        ("💪", []),
        ("kn", []),
        ("ok", [4]),
    ],
)
async def test_words_phrases_and_beginnings(filled: Stores, keyword: str, expected: list[int]):
    assert await found(filled, keyword) == expected


async def test_korean_typed_as_single_letters_is_the_same_word(filled: Stores):
    assert await found(filled, unicodedata.normalize("NFD", "벤치")) == [2]


async def test_any_of_the_keywords(filled: Stores):
    assert await found(filled, "bench", "knee") == [1, 4, 6]
    assert await found(filled, "bench", "") == [1, 6]


async def test_a_range_and_a_limit(filled: Stores):
    span = DateRange(start=TODAY - timedelta(days=4), end=TODAY - timedelta(days=3))
    entries = await filled.search.search_entries(USER, ["press", "knee"], span)
    assert [e.message_id for e in entries] == [3, 4]
    entries = await filled.search.search_entries(USER, ["press"], limit=1)
    assert [e.message_id for e in entries] == [1]


async def test_measure_names_are_words_too(db: Stores):
    await save_entry(db.entries, entry(1, "벤치 80", measures=(sets(),)))
    assert await found(db, "bench press") == [1]
    assert await found(db, "80 bench") == []  # a phrase does not run from the text into the names


@pytest.mark.parametrize(
    "hostile",
    [
        '"',
        '""',
        '"bench',
        "bench*",
        "*",
        "NEAR(bench press)",
        "bench NEAR/2 press",
        "bench AND",
        "OR NOT AND",
        "NOT bench",
        "(bench",
        "words:bench",
        "{words names}:bench",
        "^bench",
        "bench + press",
        "-bench",
        "'; DROP TABLE entries; --",
        "7xbench",
        "8xbench",
        "\0",
        "a\0bench",
        "\ud800",
        "\\",
        "%",
        "bench\npress",
        "\u202ebench",
        "x" * 100_000,
    ],
)
async def test_hostile_keywords_find_or_do_not_find_but_never_fail(filled: Stores, hostile: str):
    await adds_up(filled, [hostile])
    assert await found(filled, "bench") == [1, 6]


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(keywords=st.lists(st.text(max_size=20), max_size=4))
async def test_any_text_can_be_searched_for(filled: Stores, keywords: list[str]):
    await adds_up(filled, keywords)


async def adds_up(filled: Stores, keywords: Sequence[str]):
    """With "bench" beside them there is more to be found; what has no word asks nothing."""
    alone = set(await found(filled, *keywords))
    both = set(await found(filled, *keywords, "bench"))
    asks = any(words(keyword) for keyword in keywords)
    assert alone <= set(TEXTS)
    assert asks or not alone
    assert both == alone | {1, 6}


async def test_any_text_is_found_by_its_own_words(db: Stores):
    odd = ["naïve Ωmega", "ÆON", "ﬁne ①②", "हिन्दी", "ไทย", "x" * 500, "한글 자모 ㄱㄴ", "İstanbul", "ß"]
    for number, text in enumerate(odd):
        await save_entry(db.entries, entry(number, text))
    for number, text in enumerate(odd):
        for word in text.split():
            assert number in await found(db, word), word


async def test_more_forms_of_a_word_than_are_looked_for(db: Stores):
    for number in range(150):
        await save_entry(db.entries, entry(number, f"run{chr(97 + number // 26)}{chr(97 + number % 26)}"))
    assert len(await db.search.search_entries(USER, ["run"], limit=1000)) == 150


def test_words_are_cut_and_cleaned():
    assert words("Bench-press 72.5kg!") == ["bench", "press", "72", "5kg"]
    assert words("운동을 했다") == ["운동을", "했다"]


async def test_topics_are_names_and_domains(db: Stores):
    day = TODAY
    for number, (name, domain) in enumerate(
        [("bench press", "strength"), ("run", "running"), ("squat", "strength")]
    ):
        measure = sets(name, day=day).model_copy(update={"domain": domain})
        await save_entry(db.entries, entry(number, measures=(measure,), day=day - timedelta(days=number)))
    await save_entry(db.entries, entry(9, "felt fine", domains=("mood",)))

    async def about(*topics: str, span: DateRange | None = None, limit: int = 10) -> list[int]:
        entries = await db.search.by_topics(USER, topics, span, limit=limit)
        return [e.message_id for e in entries]

    assert await about("strength") == [0, 2]
    assert await about("strength", "bench press", "running") == [0, 1, 2]
    assert await about("strength", "running", limit=2) == [0, 1]
    assert await about("mood") == [9]
    assert await about("swimming") == []
    assert await about(
        "strength", span=DateRange(start=day - timedelta(days=5), end=day - timedelta(days=1))
    ) == [2]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("2026/11/2026-11-20.md", [1]),
        ("2026/11/*.md", [1, 2, 3, 4, 5, 6]),
        ("logs/raw/2026/11/*.md", [1, 2, 3, 4, 5, 6]),
        ("2026/**/*.md", [1, 2, 3, 4, 5, 6]),
        ("**/*-1[5-7].md", [4, 5, 6]),
        ("**/2026-11-?9.md", [2]),
        ("**", [1, 2, 3, 4, 5, 6]),
        ("*", []),
        ("2026/*.md", []),
        ("2025/**", []),
        ("2026/11/*.MD", []),
        ("./2026//11/2026-11-20.md", [1]),
        ("../**", []),
        ("2026/../2026/11/*.md", []),
        ("/etc/passwd", []),
        ("/**", []),
        ("C:\\*", []),
        ("**\\*.md", []),
        ("\0", []),
        ("[", []),
        ("2026/11/[!a.md", []),
        ("~/**", []),
        ("", []),
        ("*" * 150 + "b", []),
        ("**/" * 60, []),
        ("0000/**", []),
        ("9999/99/**", []),
    ],
)
async def test_globs_over_vault_paths(filled: Stores, pattern: str, expected: list[int]):
    assert [e.message_id for e in await filled.search.get_entries_by_pattern(USER, pattern)] == expected


async def test_a_glob_stops_at_its_limit(filled: Stores):
    assert [e.message_id for e in await filled.search.get_entries_by_pattern(USER, "**", limit=2)] == [1, 2]


@given(pattern=st.text(alphabet="*?[]!-./0126abm\\", max_size=40))
@settings(deadline=None)
def test_any_pattern_can_be_asked(pattern: str):
    glob = GlobPattern.parse(pattern)
    if glob is not None and glob.matches(TODAY):
        assert glob.span.start <= TODAY <= glob.span.end


def test_a_days_path():
    assert day_path(TODAY) == "2026/11/2026-11-21"
