"""Signs that may be serious: which words are one, how serious, and what only looks like one."""

from __future__ import annotations

import pytest

from agents.offline.alarms import Sign, sign_in

# Written before the rules were seen. First look, first set: 1 of 13 wishes, 15 of 20 grave signs, 22 of 27
# harmless; second set, after mending: 10 of 13, 16 of 16, 22 of 22.
WISHES = [
    "honestly i dont see the point of living anymore",
    "thinking about ending it",
    "i wanna disappear and never come back",
    "i can't do this anymore, i want it all to end",
    "im going to hurt myself tonight",
    "i feel like hurting myself",
    "나를 해치고 싶어",
    "giving up on life tbh",
    "what's the easiest way to die",
    "nobody would miss me if i was gone",
    "i've been having suicidal thoughts again",
    "요새 너무 힘들어서 그만 살고 싶어",
    "다 끝내고 싶다",
    "그냥 죽어버릴까",
    "손목 긋고 싶다",
    "내가 없어지는 게 나을 것 같아",
    "whats the point of living",
    "i'd rather be dead than feel like this",
    "had thoughts of ending my life last night",
    "i feel like killing myself",
    "i dont wanna be alive anymore tbh",
    "life has no meaning and i want out",
    "i wish i was never born",
    "sometimes i think everyone would be happier if i was dead",
    "삶을 포기하고 싶다",
    "죽고싶다 진짜",
    "더 이상 살고 싶지 않아",
    "나 같은 건 죽는 게 나아",
    "살 의미가 없다",
]
GRAVE = [
    "almost passed out on the treadmill",
    "went dizzy and fainted after 20 rep squats",
    "blacked out mid deadlift",
    "sharp chest pain after bench, went away after 5 min",
    "my heart skipped beats during the run",
    "chest felt really tight on the bike today",
    "felt a squeezing in my chest while running",
    "couldn't get enough air, had to sit down",
    "i threw up blood",
    "my left arm went numb and my chest hurts",
    "passed out",
    "collapsed after the 5k",
    "woke up on the floor after my squat set",
    "벤치하다가 가슴이 조여왔어",
    "뛰다가 가슴이 찢어질 듯 아팠어",
    "러닝머신에서 기절할 뻔",
    "스쿼트하고 눈앞이 캄캄해졌어",
    "숨이 안 쉬어져",
    "심장이 멈추는 줄",
    "오줌이 콜라색이야",
    "nearly fainted after last set of squats",
    "lost consciousness for a sec on leg press",
    "pressure in my chest on the stairs",
    "chest pains while jogging",
    "had trouble breathing at mile 3",
    "heart was fluttering during warmup",
    "hit my head on the rack",
    "peeing brown urine after murph",
    "my face was drooping this morning",
    "sudden worst headache of my life during deadlift",
    "데드 들다 기절할 뻔했다",
    "가슴이 갑자기 조여서 중단",
    "숨을 못 쉬겠더라",
    "러닝 중 흉통",
    "피를 토했어",
    "부정맥 같은 느낌",
]
HARMLESS = [
    "chest day: flyes 3x12, chest sore",
    "tight chest muscles, stretched 10 min",
    "pec stretch, chest is tight from yesterday",
    "feeling faint hunger pangs",
    "blackout curtains helped, slept 8h",
    "passed out at 9 slept till 7",
    "dead tired",
    "dying after that hiit lol",
    "this workout killed me",
    "squats are killing my knees",
    "suicide runs x 10",
    "heart rate 165 avg",
    "out of breath after the hill",
    "no dizziness, no chest pain",
    "my client fainted today so session cut short",
    "가슴 운동 후 근육통",
    "가슴 뻐근함",
    "힘들어 죽을 것 같다",
    "배고파 죽겠어",
    "죽을 만큼 힘들었지만 완주",
    "쓰러질 것 같았는데 끝까지 했다",
    "기절하듯이 잤다 9시간",
    "꿀잠 기절했다 8시간",
    "가슴 통증 전혀 없음",
    "pressed 60kg chest press 3x10, pressure on shoulders",
    "collapsed into bed at 10",
    "fainted? no, just tired",
    "chest 3x12 tight reps",
    "no faintness today",
    "heart felt strong",
    "my brother passed out drunk",
    "sleep: passed out early",
    "leg day killed me",
    "i could die for a burger",
    "I'm dying for a cheat meal",
    "don't want to die early so i run",
    "dead hang 60s",
    "deadlift 100kg 5x5",
    "life is good",
    "ended it with 10 min abs",
    "끝내주는 운동이었다",
    "운동 끝내고 싶다 빨리",
    "죽음의 데드리프트 5세트",
    "가슴 불태웠다",
    "어제 친구가 쓰러져서 병원 감",
    "숨 참기 1분",
    "머리 감고 잠",
    "hanging leg raise 3x10",
    "hung myself on the bar for 60s dead hang",
]


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


@pytest.mark.parametrize("text", WISHES)
def test_other_ways_to_wish_to_die(text: str) -> None:
    assert sign_in(text) is Sign.CRISIS


@pytest.mark.parametrize("text", GRAVE)
def test_other_grave_signs(text: str) -> None:
    assert sign_in(text) is Sign.GRAVE


@pytest.mark.parametrize("text", HARMLESS)
def test_what_people_say_of_training_is_no_sign(text: str) -> None:
    assert sign_in(text) < Sign.GRAVE
