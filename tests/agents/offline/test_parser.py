"""The offline parser: units, days, what is said about the unread, and any text at all."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.language.confidence import SURE
from agents.offline.parser import parse
from agents.parser import ParserInput, ParserOutput
from agents.profile import Profile
from bot.replies.problems import problem_told
from bot.texts import wording
from domains.model import ActiveDomainContext
from domains.registry import load
from storage.entities import Entry, Measure, WeightUnit
from storage.problems import Impossible, Misread, Problem
from tests.driver.sizes import size

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
TODAY, YESTERDAY = date(2026, 11, 21), date(2026, 11, 20)
REGISTRY = load()
CONTEXT = REGISTRY.combine(REGISTRY.domains)


def read(
    text: str,
    *,
    unit: WeightUnit | None = None,
    recent: tuple[Entry, ...] = (),
    context: ActiveDomainContext = CONTEXT,
    now: datetime = NOW,
) -> ParserOutput:
    profile = Profile(user_id=1, weight_unit=unit)
    return parse(
        ParserInput(text=text, now=now, profile=profile, domain_context=context, recent_entries=recent)
    )


def measures(output: ParserOutput) -> list[Measure]:
    return [measure for entry in output.entries for measure in entry.measures]


def stored(text: str) -> Entry:
    entry = read(text).entries[0]
    return Entry(
        id="E1",
        user_id=1,
        chat_id=1,
        message_id=1,
        day=entry.day,
        logged_at=NOW,
        text=text,
        measures=entry.measures,
    )


def test_a_certain_log() -> None:
    output = read("bench 185lb x5x3 @8")
    assert output.confidence >= SURE
    assert output.uncertain == ()
    (bench,) = measures(output)
    assert (bench.domain, bench.name, bench.day) == ("strength", "bench press", TODAY)
    assert (bench.weight, bench.weight_unit, bench.reps, bench.sets, bench.rpe) == (185, "lb", 5, 3, 8)
    assert bench.certainty == {}


def test_a_body_weight_says_nothing_of_the_unit_of_a_load() -> None:
    found = read("weight 185.6 lb, bench 100x5x3")
    assert [(one.name, one.weight_unit) for one in measures(found)] == [
        ("bench press", None),
        ("body weight", None),
    ]
    assert [one.key for one in found.uncertain] == ["weight_unit"]


def test_a_missing_unit_is_the_users_the_last_one_or_asked() -> None:
    by_default = read("bench 100x5x3", unit="kg")
    assert measures(by_default)[0].weight_unit == "kg"
    assert measures(by_default)[0].certainty["weight_unit"] == "inferred"
    assert by_default.entries[0].notes == ()  # what was taken is said once, by the receipt

    like_before = read("bench 190x5", recent=(stored("bench 185lb x5"),))
    assert measures(like_before)[0].weight_unit == "lb"

    unknown = read("bench 100x5x3, squat 140x5")
    assert [one.weight_unit for one in measures(unknown)] == [None, None]
    assert [(one.key, one.options) for one in unknown.uncertain] == [("weight_unit", ("kg", "lb"))]


def test_an_ambiguous_notation_is_guessed_and_asked() -> None:
    output = read("bench 60kg 8x3")
    assert measures(output)[0].certainty["sets"] == "guessed"
    assert output.uncertain[0].key == "notation"
    assert output.uncertain[0].options == ("8 sets of 3", "3 sets of 8")
    assert output.confidence <= 0.6


def test_several_days_become_entries_with_their_own_words() -> None:
    output = read("yesterday squat 100kg 5x5\nslept 7h\ntoday bench 80kg 5x5, felt good")
    assert [(entry.day, entry.text) for entry in output.entries] == [
        (YESTERDAY, "yesterday squat 100kg 5x5\nslept 7h"),
        (TODAY, "today bench 80kg 5x5, felt good"),
    ]
    assert all(measure.day == entry.day for entry in output.entries for measure in entry.measures)


def test_the_night_belongs_to_the_morning_of_waking() -> None:
    output = read("slept 6h last night, bench 80kg 5x5")
    assert {measure.name: measure.day for measure in measures(output)} == {
        "sleep": TODAY,
        "bench press": TODAY,
    }
    assert measures(read("last night benched 80kg x 5"))[0].day == YESTERDAY


def test_a_day_begins_on_the_users_clock() -> None:
    profile = Profile(user_id=1, time_zone="Asia/Seoul")
    late = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    output = parse(ParserInput(text="bench 80kg x5", now=late, profile=profile, domain_context=CONTEXT))
    assert output.entries[0].day == TODAY


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bench 60kg 5x5 on 99/99/9999", Misread("no_such_day", "99/99/9999")),
        ("bench 60kg 5x5 on 31/02", Misread("no_such_day", "31/02")),
        ("visceral fat 12%", Misread("unkept", "visceral fat 12%")),
        ("slept -4h", Misread("below_zero", "-4h")),
        ("bench 999999999999999999999kg", Misread("endless", "999999999999999999999")),
        ("12#5", Misread("unread", "12#5")),
        ("bench 100kg x5 @15", Impossible("bench press", "outside", "rpe", "15", "1-10")),
        ("5x5 60kg", Misread("no_exercise", "5x5 60kg")),
        ("ran 5k in 25:00 @ 6:00/km", Misread("pace", "6:00/km|5:00/km")),
    ],
)
def test_what_is_not_understood_is_said(text: str, problem: Problem) -> None:
    output = read(text)
    assert output.entries[0].problems == (problem,)
    assert output.entries[0].text == text
    assert output.confidence < 0.8


def test_invisible_characters_are_no_part_of_words_but_kept() -> None:
    text = "yesterday squ\u200bat 100kg 5x5\ntoday ben\u200b\u200dch 80kg 5x5"
    output = read(text)
    assert [measure.name for measure in measures(output)] == ["squat", "bench press"]
    assert "\n".join(entry.text for entry in output.entries) == text
    assert read("ben\u200dch 80kg x5").entries[0].text == "ben\u200dch 80kg x5"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("잠 -4시간", "“-4시간”: 0보다 작아서 기록하지 않았어요."),
        ("5x5 60kg", "“5x5 60kg”: 어떤 운동인지 모르겠어요."),
        ("2월 30일 벤치 60kg 5회", "“2월 30일”: 없는 날짜예요. 언제였나요?"),
    ],
)
def test_koreans_are_told_in_korean(text: str, problem: str) -> None:
    profile = Profile(user_id=1, language="ko")
    output = parse(ParserInput(text=text, now=NOW, profile=profile, domain_context=CONTEXT))
    assert [problem_told(one, wording("ko")) for one in output.entries[0].problems] == [problem]


def test_koreans_are_asked_in_korean() -> None:
    profile = Profile(user_id=1, language="ko")
    log = ParserInput(text="벤치 100 5회", now=NOW, profile=profile, domain_context=CONTEXT)
    assert parse(log).uncertain[0].question == "kg인가요, lb인가요? 단위가 없었습니다."
    nothing = parse(log.model_copy(update={"text": "85 아니고 185", "correction": True}))
    assert nothing.entries[0].problems[0] == "고칠 수 있는 이전 기록이 없습니다."


@pytest.mark.parametrize("text", ["easy week", "hello", "", "   ", "🙂", "felt fine"])
def test_a_plain_note_is_kept_without_a_problem(text: str) -> None:
    output = read(text)
    assert [(entry.text, entry.measures, entry.problems) for entry in output.entries] == [(text, (), ())]
    assert output.confidence < 0.5


def test_an_impossible_set_is_not_stored() -> None:
    output = read("squat 9000kg x5")
    assert measures(output) == []
    assert output.entries[0].problems == (Impossible("squat", "outside", "weight", "9000 kg", "0-600 kg"),)


def test_many_lines_alike_stay_in_range() -> None:
    output = read("\n".join(["bench 100kg 5x5"] * 255))
    assert sum(measure.sets for measure in measures(output)) == 1275
    assert output.entries[0].problems == ()


def test_a_vocabulary_without_its_domains_is_enough() -> None:
    bare = CONTEXT.model_copy(
        update={"domains": (), "vocabulary": {"bench": "bench press", "벤치": "bench press"}}
    )
    assert measures(read("벤치 80kg 5회", context=bare))[0].name == "bench press"


def test_metrics_are_read_whatever_domain_was_chosen() -> None:
    strength_only = REGISTRY.combine(["strength"])
    output = read("bench 80kg 5x5, slept 7h, ran 5k", context=strength_only)
    assert {measure.name for measure in measures(output)} == {"bench press", "sleep", "run"}


WEIGHTS = st.sampled_from([40.0, 60.0, 82.5, 100.0, 142.5, 185.0, 225.0, 315.0])
REPS, SETS = st.integers(1, 15), st.integers(2, 6)
UNITS = st.sampled_from(["kg", "lb"])
NAMES = st.sampled_from(["bench", "squat", "deadlift", "ohp", "벤치", "스쿼트"])
NOTATIONS = st.sampled_from(
    [
        "{name} {weight:g}{unit} x{reps}x{sets}",
        "{name} {weight:g}{unit}x{reps}x{sets}",
        "{name} {sets}x{reps}x{weight:g}{unit}",
        "{name}: {sets} sets of {reps} at {weight:g} {unit}",
        "{sets} sets of {reps} {name} with {weight:g}{unit}",
        "{name} {weight:g} {unit} {reps} reps {sets} sets",
        "{name} {weight:g}{unit} {reps}회 {sets}세트",
        "{name} - {weight:g}{unit} - {sets} sets x {reps} reps",
    ]
)


@given(NOTATIONS, NAMES, st.tuples(WEIGHTS, UNITS), st.tuples(REPS, SETS))
def test_a_set_survives_any_notation(
    notation: str, name: str, load: tuple[float, str], counts: tuple[int, int]
) -> None:
    (weight, unit), (reps, sets) = load, counts
    text = notation.format(name=name, weight=weight, unit=unit, reps=reps, sets=sets)
    (one,) = measures(read(text))
    assert (one.weight, one.weight_unit, one.reps, one.sets) == (weight, unit, reps, sets)


@given(st.lists(st.tuples(WEIGHTS, REPS), min_size=1, max_size=5), NAMES)
def test_a_ramp_is_read_set_by_set(ramp: list[tuple[float, int]], name: str) -> None:
    text = f"{name} " + ", ".join(f"{weight:g}kg x {reps}" for weight, reps in ramp)
    found = [(one.weight, one.reps) for one in measures(read(text)) for _ in range(one.sets)]
    assert found == ramp


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_answered_and_kept(text: str) -> None:
    output = read(text)
    assert output.entries
    assert 0 <= output.confidence <= 1


FRAGMENTS = st.sampled_from(
    [
        *("bench", "185", "x", "5", "@", "kg", "3 sets", ",", "\n", "not", "last set", "ran", "5k", "25:30"),
        *("for", "slept", "/", "벤치", "80킬로", "회", "tomorrow", "?", "warm up", "and", "one", "eighty"),
        *("for breakfast", "ate", "pain", "knee", "(", ")", ":", "-"),
    ]
)


@given(st.lists(FRAGMENTS, max_size=25))
def test_any_jumble_of_notation_is_answered(words: list[str]) -> None:
    for measure in measures(read(" ".join(words))):
        assert measure.sets >= 1
        assert measure.weight is None or measure.weight > 0


LETTERS = size(4_000, 20_000, 20_000)


@pytest.mark.soak
@pytest.mark.parametrize(
    "hostile",
    [
        "tempo 3-1-1 ",
        "splits 5:01 4:58 ",
        "emom 5 ",
        "1세트 ",
        "100/",
        "same weight ",
        "up to 180kg: ",
        "3x5 (failed) ",
        "8 x 3 reps ",
        "bench 185x5x3, ",
        "5x",
        "1/2/",
        "((((",
        "111 ",
        "for ",
        "one ",
        "🙂",
        "벤치",
        "한",
        "squat x ",
        "not 5 ",
        "1",
        "a -1 ",
        "be\u200b",
        "chicken 600 kcal ",
        "60kg x10, x8 ",
    ][:: size(2, 1, 1)],
)
def test_a_long_message_is_read(hostile: str) -> None:
    """As much as a message may hold, in a soak five times that; how time grows is shown in test_growth."""
    assert read(hostile * (LETTERS // len(hostile))).entries
