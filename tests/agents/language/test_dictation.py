"""Logs as they are dictated: no punctuation, figures in words, mended in the same breath."""

from __future__ import annotations

import pytest

from tests.agents.language.test_reading import told
from tests.driver.written import NOTHING


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # figures in words
        ("weight 186 point 8 pulse 60", "body weight 186.8; resting pulse 60 bpm"),
        ("weight 172 point two", "body weight 172.2"),
        ("weight 185 and a half slept eight hours", "body weight 185.5; sleep 8 h"),
        # how one begins to speak is no quality of sleep
        ("well I slept six hours", "sleep 6 h"),
        ("okay slept 7 hours", "sleep 7 h"),
        ("slept well", "sleep quality “well”"),
        ("did not sleep well, woke up 3 times", "sleep quality “did not sleep well”; night wakings 3"),
        ("my wife didn't sleep well", "nothing"),
        ("142/88, pulse 71", "systolic pressure 142; diastolic pressure 88; resting pulse 71 bpm"),
        ("had two eggs, toast and coffee with milk", "meal “two eggs, toast and coffee with milk”"),
        ("3 coffees today and a glass of red wine", "coffee 3; alcohol 1"),
        ("2 cans of coke and a burger", "meal “2 cans of coke and a burger”"),
        ("ate eggs and orange juice", "meal “eggs and orange juice”"),
        ("150/90 squats", "squat 150; squat 90"),
        ("ok sleep, 6h", "sleep quality “ok”; sleep 6 h"),
        # mended at once
        ("slept seven hours no wait more like seven and a half", "sleep 7.5 h"),
        ("walked forty minutes, actually forty five", "walk 2700 s"),
        (
            "bp 139 over 90 this morning sorry I mean 129 over 90",
            "systolic pressure 129; diastolic pressure 90",
        ),
        ("bp 139/90, sorry 129/90", "systolic pressure 129; diastolic pressure 90"),
        ("bench 3x5 80kg no 4x5", "bench press 80 kg 4x5"),
        ("squats 3x5 100kg, no 3x10 curls", "squat 100 kg 3x5; biceps curl 3x10"),
        # more of the same, and both ways
        ("walked 30 minutes before breakfast and then another 20 after lunch", "walk 1800 s; walk 1200 s"),
        ("ran 5k and another 3 in the evening", "run 5000 m; run 3000 m"),
        ("plank 60 seconds then another 20 squats", "plank 60 s; squat 1x20"),
        ("walked to church and back, twenty minutes each way", "walk 2400 s"),
        ("lunges 3x10 each way", "lunge 3x10"),
        # the hour at which one falls asleep again
        ("six hours of sleep, went back to sleep around four", "sleep 6 h"),
        ("woke up at 4, went back to sleep for 2 hours", "wake time 4 h; sleep 2 h"),
        # whose it is
        ("Martha's blood pressure was 118 over 75", NOTHING),
        ("the neighbor's bp was 118 over 75", NOTHING),
        ("today's bp was 118 over 75", "systolic pressure 118; diastolic pressure 75"),
        ("my doctor's bp reading was 138/88", "systolic pressure 138; diastolic pressure 88"),
        # the day of what was eaten
        (
            "bp 135 over 88 I know I had too much salt yesterday",
            "systolic pressure 135; diastolic pressure 88",
        ),
        ("had 3 beers yesterday", "alcohol 3 (2026-11-20)"),
        # what somebody else did, and what was not done, without a sign before it
        ("pull ups 8 7 6 my friend did 12", "pull-up 1x8; pull-up 1x7; pull-up 1x6"),
        ("ran 5k in 27 min my wife ran 10k", "run 5000 m 1620 s"),
        ("rowed 5k with my club mates in 20:30", "row 5000 m 1230 s"),
        ("풀업 8 7 6 친구는 12개함", "pull-up 1x8; pull-up 1x7; pull-up 1x6"),
        ("벤치 80kg 5x5 동생은 60 들었음", "bench press 80 kg 5x5"),
        ("bp 130 over 83 no walk today", "systolic pressure 130; diastolic pressure 83"),
        (
            "bp 130 over 83 didn't sleep much maybe five and a half hours",
            "systolic pressure 130; diastolic pressure 83; sleep 5.5 h",
        ),
        ("had soup for lunch didn't go to the pool it was closed", "meal “soup”"),
        ("slept eight hours knee is about a three no pills yet", "sleep 8 h; pain 3 “knee”"),
        ("knee no pain", NOTHING),
        # written together, and with points between thousands
        ("7시간반잤음", "sleep 7.5 h"),
        ("8키로반뛰었음", NOTHING),
        ("저녁에오키로뛰었음", "run 5000 m"),
        ("아침에칠키로사십분뛰었음", NOTHING),
        ("swam 1.500 m in 40 min", "swim 1500 m 2400 s"),
        ("12.300 steps today", "steps 12300"),
        ("ran 5.125 km in 30:00", "run 5125 m 1800 s"),
        ("weight 82.350 kg", "body weight 82.35 kg"),
    ],
)
def test_dictated_logs(text: str, read: str) -> None:
    assert told(text) == read
