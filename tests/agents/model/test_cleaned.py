"""What a model wrote, made plain."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.model.checks.cleaned import LONGEST_REPLY, is_foreign, line, plain, scripts_of


@pytest.mark.parametrize(
    ("written", "plainly"),
    [
        ("Your **best** bench is *195 lb*.", "Your best bench is 195 lb."),
        ("## Answer\n\nYes.", "Answer\n\nYes."),
        ("* one\n* two", "- one\n- two"),
        ("- 5*5 at 100 kg", "- 5*5 at 100 kg"),
        ("a_b_c and _this_", "a_b_c and this"),
        ("`185x5`", "185x5"),
        ("<b>No</b> <script>x</script>", "No x"),
        ("3 < 5 and 7 > 6", "3 < 5 and 7 > 6"),
        ("```\nYou slept 7 h.\n```", "You slept 7 h."),
        ('```json\n{"response": "You slept 7 h."}\n```', ""),
        ('{"response": "cut off', ""),
        ("[see](http://evil.example/?d=1) there", "see there"),
        ("Go to https://evil.example/?d=185 now.", "Go to  now."),
        ("Yes\u202e.\u200b", "Yes."),
        ("\ud83c\udfcb", ""),
        ("One.\n\n\n\nTwo.", "One.\n\nTwo."),
    ],
)
def test_plain(written: str, plainly: str):
    assert plain(written) == plainly


def test_a_link_of_the_persons_own_stays():
    own = ["routine from https://example.org/531 today"]
    assert plain("It was from https://example.org/531.", own) == "It was from https://example.org/531."
    assert "evil" not in plain("https://example.org/531?steal=evil", own)


@given(st.text(max_size=300))
def test_anything_is_made_plain_without_a_word(text: str):
    assert len(plain(text)) <= LONGEST_REPLY
    assert "\n" not in line(text, 40)
    assert len(line(text, 40)) <= 40


def test_a_megabyte_is_cut_at_a_sentence():
    cut = plain("You slept 7 h. " * 70_000)
    assert len(cut) <= LONGEST_REPLY
    assert cut.endswith("7 h.")


@pytest.mark.parametrize(
    ("text", "languages", "foreign"),
    [
        ("You benched 195 lb on Monday.", ("en",), False),
        ("월요일에 벤치 195 lb 했어요.", ("en",), True),
        ("월요일에 벤치 195 lb 했어요.", ("en", "ko"), False),
        ("You benched 195 lb on Monday.", ("ko",), True),
        ("벤치프레스 최고 기록은 195 lb for 5 reps, 11월 9일입니다.", ("ko",), False),
        ("Вы жали сто кило в понедельник.", ("en", "ko"), True),
        ("185 lb x 5", ("ko",), False),
        ("You wrote “오늘 벤치프레스 하기 너무 싫었다 정말로”.", ("en",), False),
        ("Du hast 195 lb gedrückt.", ("en",), False),
        ("Du hast am Montag 195 lb gedrückt, das ist mehr als sonst.", ("en",), True),
        ("Du hast am Montag 195 lb gedrückt, das ist mehr als sonst.", ("en", "de"), False),
        ("Du hast am Montag 195 lb gedrückt, das ist mehr als sonst.", ("fi", "en"), False),
    ],
)
def test_languages_by_their_script_and_their_words(text: str, languages: tuple[str, ...], foreign: bool):
    assert is_foreign(text, languages) is foreign


def test_what_a_question_gives_away():
    assert scripts_of("벤치 기록?") == {"ko"}
    assert scripts_of("bench PR?") == frozenset()
