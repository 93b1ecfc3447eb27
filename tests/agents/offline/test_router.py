from __future__ import annotations

import pytest

from agents.offline.router import route
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.types import InputType
from domains.registry import load
from evals import judging
from evals.cases import Routing
from evals.loading import EXAMPLES, read
from tests.driver.sizes import size

_DOMAINS = load()
_SEEN = [one.example for one in read(EXAMPLES, "routing", Routing) if one.slices.part == "seen"]
"""Messages the rules were made with: all of them stay right. The others are scored in tests/evals."""


def _route(
    text: str,
    *,
    reply: bool = False,
    vocabulary: dict[str, dict[str, str]] | None = None,
    after_question: bool = False,
) -> RouterOutput:
    return route(
        RouterInput(
            text=text,
            profile=Profile(user_id=1),
            available_domains=_DOMAINS.infos,
            vocabulary=_DOMAINS.vocabulary if vocabulary is None else vocabulary,
            replied_to="bench 85x5" if reply else None,
            replied_to_entry=reply,
            after_question=after_question,
        )
    )


@pytest.mark.parametrize("case", _SEEN, ids=lambda case: case.text[:40] or "empty")
def test_message_is_what_its_writer_meant(case: Routing) -> None:
    got = _route(case.text, reply=case.reply)

    assert judging.routing(case, got).right, got.reasoning
    if case.is_ is InputType.BOTH:
        assert (got.log_portion, got.query_portion) == (case.log, case.query)


@pytest.mark.parametrize("case", [case for case in _SEEN if case.is_ is InputType.BOTH])
def test_portions_together_are_the_whole_message(case: Routing) -> None:
    got = _route(case.text)
    letters = sorted(letter for letter in case.text if not letter.isspace())

    both = (got.log_portion or "") + (got.query_portion or "")
    assert sorted(letter for letter in both if not letter.isspace()) == letters


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("i ment squat, not bench", "squat"),
        ("delete the last set", "delete the last set"),
        ("the squat should be 120", "squat"),
        ("kg not lb", "kg not lb"),
    ],
)
def test_correction_says_what_it_is_about(text: str, target: str) -> None:
    assert _route(text).correction_target == target


def test_a_users_own_name_for_an_exercise_selects_its_domain() -> None:
    words = {**_DOMAINS.vocabulary, "user": {"the beast": "deadlift"}}

    assert _route("the beast went up nicely", vocabulary=words).selected_domains == ("strength",)


def test_a_question_that_names_no_domain_gets_all_but_the_base() -> None:
    selected = _route("what did I do on Monday?").selected_domains

    assert set(selected) == {info.name for info in _DOMAINS.infos if not info.base}


def test_a_misspelled_clause_with_a_number_opens_every_domain() -> None:
    assert "sleep" in _route("bench 80x5, slpet 7h").selected_domains
    assert _route("bench 80x5, squat 100x5").selected_domains == ("strength",)


def test_the_same_words_are_a_correction_only_in_reply_to_a_log() -> None:
    assert _route("5 sets").input_type is InputType.LOG
    assert _route("5 sets", reply=True).input_type is InputType.CORRECTION


def test_clear_messages_are_surer_than_unclear_ones() -> None:
    clear = [_route(text).confidence for text in ("how much did I bench last week?", "bench 80x5x3")]
    unclear = [_route(text).confidence for text in ("asdf", "bench records", "easy week")]

    assert min(clear) > 0.85 > max(unclear)


@pytest.mark.parametrize(
    "text",
    ["was 82.5 my heaviest bench", "is my pace improving", "did I bench 80 yesterday", "how was my run"],
)
def test_a_question_without_its_mark_corrects_nothing(text: str) -> None:
    assert _route(text).input_type is InputType.QUERY
    assert _route(text, reply=True).input_type is InputType.QUERY


@pytest.mark.soak
@pytest.mark.parametrize("piece", ["x", "a, ", "how ", "? ", "("])
def test_long_nonsense_is_classified_all_the_same(piece: str) -> None:
    assert _route(piece * (size(10_000, 100_000, 100_000) // len(piece))).input_type in InputType


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the squat was 230", (("squat",),)),
        ("squat was 230 lb", (("squat",),)),
        ("벤치 85였어", (("bench press",),)),
        ("벤치는 85kg였어요", (("bench press",),)),
        ("reps were 6", ((),)),
        ("rpe was 9", ((),)),
        ("squat reps were 6", (("squat",),)),
        ("sleep was 7h", (("sleep",),)),
        ("bench was 82.5 and squat 4 sets", (("bench press",), ("squat",))),
        ("the ibuprofen was 400", (("ibuprofen",),)),
        ("only 2 eggs actually", (("eggs",),)),
        ("didn't do the curls after all", (("biceps curl",),)),
        ("mood was 4", None),
        ("dinner was 800 kcal", None),
        ("squat was 230 and felt good", None),
        ("squat 230", None),
    ],
)
def test_what_something_was_may_correct_it(text: str, names: tuple[tuple[str, ...], ...] | None) -> None:
    got = _route(text)

    assert (got.input_type, got.corrects_if_logged) == (InputType.LOG, names)


@pytest.mark.parametrize(
    "text",
    [
        "actually I also ran 3k",
        "also ran 3k",
        "oops i ran 3k too",
        "actually ran 3k as well",
        "Oh, I benched 80kg too",
    ],
)
def test_what_was_done_besides_is_a_log(text: str) -> None:
    assert _route(text).input_type is InputType.LOG


@pytest.mark.parametrize(
    "text",
    [
        "the nurse called and said my sugar is 104 and that I need to come back on friday",
        "내일은 러닝 안하고 쉴 예정",
        "이번주엔 러닝 쉬려고 함",
        "Geschlafen 7 Stunden",
        "squats 5x5 92,5 kg, not 95 as planned",
        "blood pressure 129/81, not 139/81 like last time",
    ],
)
def test_plans_and_what_others_say_ask_nothing(text: str) -> None:
    assert _route(text).input_type is InputType.LOG


@pytest.mark.parametrize(
    "text", ["also change the last set to 5", "and also delete the last set", "no it was 85 too"]
)
def test_besides_is_no_excuse_for_a_correction(text: str) -> None:
    assert _route(text).input_type is InputType.CORRECTION


@pytest.mark.parametrize(
    ("text", "log"),
    [
        ("Did 5k in 27 min today, am I getting faster?", "Did 5k in 27 min today,"),
        ("did 3x5 squats at 100kg, is that good?", "did 3x5 squats at 100kg,"),
        ("Did you eat 5 eggs, or is that me?", None),
        ("Did bench go up 5 kg, or not?", None),
        ("Did 5k get faster than last week?", None),
        ("Did I run 5k, or was it 6k?", None),
    ],
)
def test_a_report_may_begin_like_a_question(text: str, log: str | None) -> None:
    got = _route(text)

    assert got.input_type is (InputType.QUERY if log is None else InputType.BOTH)
    assert got.log_portion == log


@pytest.mark.parametrize(
    "text",
    [
        "undo",
        "Export my data",
        "delete everything",
        "forget everything about me",
        "delete all my entries",
        "please wipe all my data",
        "되돌리기",
        "내보내기",
        "기록 다 지워줘",
    ],
)
def test_what_a_command_does_is_no_log_and_deletes_nothing(text: str) -> None:
    assert _route(text).input_type is InputType.CHAT


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("top 3 squats", InputType.QUERY),
        ("3 heaviest squats ever", InputType.QUERY),
        ("max squat when slept under 7h", InputType.QUERY),
        ("벤치 상위 3개", InputType.QUERY),
        ("제일 무거운 스쿼트 세 개", InputType.QUERY),
        ("average back pain", InputType.QUERY),
        ("average headache", InputType.QUERY),
        ("top 3 sets 100kg squat", InputType.LOG),
        ("스쿼트 100kg 3개", InputType.LOG),
    ],
)
def test_places_of_a_ranking_are_asked_for_without_a_mark(text: str, kind: InputType) -> None:
    assert _route(text).input_type is kind


@pytest.mark.parametrize(
    "text", ["and protein", "nov", "beers", "and the week before", "squat", "9월은", "그럼 데드", "벤치"]
)
def test_a_few_words_after_a_question_go_on_asking(text: str) -> None:
    assert _route(text, after_question=True).input_type is InputType.QUERY


@pytest.mark.parametrize(
    "text",
    [
        "pizza",
        "slept badly",
        "leg day",
        "yoga",
        "coffee",
        "and felt great",
        "bench 80x5",
        "피곤",
        "커피",
        "오늘은 쉬었음",
    ],
)
def test_what_is_logged_without_a_figure_stays_a_log_after_a_question(text: str) -> None:
    assert _route(text, after_question=True).input_type is InputType.LOG


@pytest.mark.parametrize("text", ["점심 김치찌개에 공기밥 하나", "커피 하나", "저녁에 맥주 하나"])
def test_one_of_something_is_told_and_not_asked(text: str) -> None:
    assert _route(text).input_type is InputType.LOG
