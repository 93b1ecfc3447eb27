"""Sports that figures tell without a name, and what stands beside bouts; it is Saturday 21 November 2026."""

from __future__ import annotations

import pytest

from agents.language.reading import read_log
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW
from tests.driver.written import NOTHING, shown


def told(text: str) -> str:
    read = read_log(text.replace(" / ", "\n"), NOW, Profile(user_id=1), everything())
    return "; ".join(shown(one) for one in read.measures).replace("\u00d7", "x") or NOTHING


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("400m reps today 66 67 68", "run 400 m 66 s; run 400 m 67 s; run 400 m 68 s"),
        ("400s on the track: 71, 70, 69", "run 400 m 71 s; run 400 m 70 s; run 400 m 69 s"),
        ("800 reps this morning 2:38 2:40", "run 800 m 158 s; run 800 m 160 s"),
        ("swim 3x50 38 39 40", "swim 50 m 38 s; swim 50 m 39 s; swim 50 m 40 s"),
        ("6x200 off 90s. 34 33 33 32 32 31", "; ".join(f"run 200 m {s} s" for s in (34, 33, 33, 32, 32, 31))),
        ("자유형 50m 3개 42 43 44", "swim 50 m 42 s; swim 50 m 43 s; swim 50 m 44 s"),
        ("9x3min hills", "run 9x 180 s"),
        ("strides 6x100m", "run 6x 100 m"),
    ],
)
def test_repetitions_have_their_times_and_are_run(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2k test 7:04. erg can get in the bin", "row 2000 m 424 s"),
        ("40k in 1:25. bike felt amazing", "ride 40000 m 5100 s"),
        ("62km in 2:20 this morning", "ride 62000 m 8400 s"),
        ("오늘 30km 1시간 40분, 평속 18", "ride 30000 m 6000 s"),
        ("10k in 52:00 this morning", "run 10000 m 3120 s"),
        ("weights 45 min, 20k ride", "weight training 2700 s; ride 20000 m"),
    ],
)
def test_a_way_and_its_time_tell_the_sport_or_the_only_name_does(text: str, read: str) -> None:
    assert sorted(told(text).split("; ")) == sorted(read.split("; "))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("10k 5:12", "run 10000 m 3120 s"),
        ("조깅 8k 5'50", "run 8000 m 2800 s"),
        ("run 10k 1:05", "run 10000 m 3900 s"),
        ("treadmill 5k, 1% incline, 27:30", "run 5000 m 1650 s"),
        ("런닝머신 경사 5, 속도 4.8로 30분 걷고 자전거 15분", "walk 1800 s; ride 900 s"),
        ("12-3-30 treadmill walk", "walk 1800 s"),
        ("erg drag 115, 30min, 7420m", "row 7420 m 1800 s"),
        ("walked mile and a half", "walk 2414.02 m"),
        ("walked hour and a half with the dog", "walk 5400 s"),
        ("ran 4 mles 33 mins", "run 6437.38 m 1980 s"),
        ("badminton with the over-60s, 45 min", "badminton 2700 s"),
        ("lido at 7am, managed 15 minutes", "swim 900 s"),
        ("풀코스 3:48:52 완주. 30k부터 걸었음", "run 42195 m 13732 s"),
        ("ran 6x400, nearly vomited", "run 6x 400 m"),
    ],
)
def test_settings_paces_and_slips_beside_a_bout(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("yesterday my wife had 18.000 steps, I only 11.400", "steps 11400 (2026-11-20)"),
        ("hubby walked 20k steps yesterday, me only 7k", "steps 7000 (2026-11-20)"),
        ("My brother ran 10 km, I just 6", "run 6000 m"),
        ("[공지] 가을 마라톤 / 코스 42km, 10km / 참가비 3만원", NOTHING),
        ("[notice] club 10k on sunday, cut-off 90 min", NOTHING),
        ("61.2kg.. 어제 치킨 먹은 죄", "body weight 61.2 kg; meal “치킨” (2026-11-20)"),
        ("bulgarians bw 10x3", "bulgarian split squat 3x10"),
        ("curls 12x3", "biceps curl 3x12"),
    ],
)
def test_whose_figures_are_and_what_they_count(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("gym session (last night) / bench 60kg 3x8", "bench press 60 kg 3x8 (2026-11-20)"),
        (
            "football last night 60min. left hamstring sore today, shock",
            "football 3600 s (2026-11-20); pain “left hamstring”",
        ),
        (
            "fri - run 6k / sat (today) - yoga 60 min / sun - swim 2k / mood 7/10",
            "run 6000 m (2026-11-20); yoga 3600 s; mood 7 /10",
        ),
    ],
)
def test_days_of_heads_and_lists(text: str, read: str) -> None:
    assert told(text) == read
