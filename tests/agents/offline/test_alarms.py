"""Signs that may be serious: which words are one, how serious, and what only looks like one."""

from __future__ import annotations

import pytest

from agents.offline.alarms import Sign, sign_in


@pytest.mark.parametrize(
    "text",
    [
        "I want to kill myself",
        "i don't want to live anymore",
        "honestly i just wanna die",
        "everyone would be better off without me",
        "been thinking about suicide",
        "죽고 싶어",
        "요즘 그냥 사라지고 싶다",
        "살기 싫어",
        "자살 생각이 자꾸 나",
    ],
)
def test_a_wish_to_die_is_a_crisis(text: str) -> None:
    assert sign_in(text) is Sign.CRISIS


@pytest.mark.parametrize(
    "text",
    [
        "I fainted during squats today",
        "passed out after deadlifts",
        "squat 100kg 5x5, felt chest tightness",
        "chest hurts when I run",
        "had a weird pain in my chest on the bike",
        "couldn't breathe after set 3",
        "peed blood this morning",
        "스쿼트 하다가 기절했어",
        "가슴이 너무 답답했음",
        "러닝 중에 가슴 통증",
        "데드 하다가 쓰러졌다",
    ],
)
def test_what_is_grave_in_a_log(text: str) -> None:
    assert sign_in(text) is Sign.GRAVE


@pytest.mark.parametrize(
    "text",
    [
        "no chest pain today, bench 80kg 5x5",
        "didn't faint this time",
        "never passed out, just tired",
        "가슴 통증 없이 벤치 80kg 5x5",
        "기절은 안 했어",
        "passed out on the couch at 9pm, slept 8h",
        "those squats made me want to die",
        "leg day, i want to die lol",
        "bench 100kg suicide grip",
        "10 suicides on the court",
        "my friend fainted at the gym",
        "친구가 기절했어",
        "killing myself on the bike again",
        "chest press 40kg 3x10",
        "벤치 80kg 5x5 힘들어 죽겠다",
    ],
)
def test_what_is_denied_joked_or_somebody_elses_is_none(text: str) -> None:
    assert sign_in(text) < Sign.GRAVE


@pytest.mark.parametrize(
    "text", ["chest " * 20_000, "not any more " * 10_000, "가슴 " * 30_000 + "아", "no " * 30_000]
)
def test_long_input_is_read_in_one_go(text: str) -> None:
    assert sign_in(text) is Sign.NONE
