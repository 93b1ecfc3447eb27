"""Logs read by the language layer, from words to measures; it is Saturday 21 November 2026."""

from __future__ import annotations

import pytest

from agents.language.edges import edges_at
from agents.language.entries import confidence_of, entries_of
from agents.language.pairs import Doubt
from agents.language.patterns import PatternError, parsed
from agents.language.reading import Reading, read_log
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW
from storage.problems import Misread
from tests.driver.written import NOTHING, shown


def reading(text: str) -> Reading:
    return read_log(text.replace(" / ", "\n"), NOW, Profile(user_id=1), everything())


def told(text: str) -> str:
    return "; ".join(shown(one) for one in reading(text).measures).replace("\u00d7", "x") or NOTHING


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bench 185x5x3", "bench press 185 3x5"),
        ("squat 3x5x225lb", "squat 225 lb 3x5"),
        ("bench 60 and 70 for 8", "bench press 60 1x8; bench press 70 1x8"),
        ("bench 100kg 5,5,4", "bench press 100 kg 2x5; bench press 100 kg 1x4"),
        ("squats and lunges 3x10 with 20kg", "squat 20 kg 3x10; lunge 20 kg 3x10"),
        ("bench 100kg 3x5, last set got 9", "bench press 100 kg 2x5; bench press 100 kg 1x9"),
        ("50 pull-ups in 10 sets", "pull-up 10x5"),
        ("bench 75% of 100kg 5x3", "bench press 75 kg 5x3"),
        (
            "bench 100kg 3x5 failed 4th rep",
            "bench press 100 kg 2x5; bench press 100 kg 1x3 “then failed”",
        ),
        ("EMOM 10 min: 3 cleans 60kg", "clean 60 kg 10x3"),
        ("1. squat 100kg 5x5 / 2. bench 80kg 5x5", "squat 100 kg 5x5; bench press 80 kg 5x5"),
        ("side planks 40 sec twice", "side plank 2x 40 s"),
        ("dead bugs 12 each side, three times", "dead bug 3x12"),
        ("wall sits thirty seconds times four", "wall sit 4x 30 s"),
        ("step ups with a 4kg bell 2x10", "step-up 4 kg 2x10"),
        ("chest press 15kg, row 20kg, all 2x12", "machine chest press 15 kg 2x12; barbell row 20 kg 2x12"),
        ("lunges, squats and dips, 3x9 of each", "lunge 3x9; squat 3x9; dip 3x9"),
        ("switch to hip circles. so, hip circles 2x9 each way", "hip circle 2x9"),
        ("18 holes with Rob, four hours", "golf 14400 s"),
        ("cycled two whole hours", "ride 7200 s"),
        ("walked an hour forty with the dog, 4.1 muddy km", "walk 4100 m 6000 s"),
        ("warm up bench 60kg x 10, then 100kg x 5", "bench press 60 kg 1x10 warm-up; bench press 100 kg 1x5"),
        ("데드 100에 10개 120에 8개", "deadlift 100 1x10; deadlift 120 1x8"),
        ("ran 5k in 25:30", "run 5000 m 1530 s"),
        ("6x400m @ 1:35", "run 6x 400 m 95 s"),
        ("slept 23:30-6:45", "sleep 7.25 h"),
        ("bw 82.3kg, resting hr 52, 11k steps", "body weight 82.3 kg; resting pulse 52 bpm; steps 11000"),
        ("left knee pain 3/10", "pain 3 /10 “left knee”"),
        ("pain in the back of my left heel 2/10", "pain 2 /10 “left foot”"),
        ("stiffness at the base of the thumb 3/10", "pain 3 /10 “hand”"),
        ("had 2 eggs and toast", "meal “2 eggs and toast”"),
        ("had 2 slices of pizza", "meal “2 slices of pizza”"),
        ("5k run 25:10", "run 5000 m 1510 s"),
        ("30 min swim and 15 min sauna", "swim 1800 s; sauna 900 s"),
        ("no walk today, did 20 minutes of drumming", NOTHING),
        ("행보드 10초 6세트. 플랭크는 귀찮아서 안함", NOTHING),
        (
            "bench 120 3x4. left pec felt a bit tight after, 3/10",
            "bench press 120 3x4; pain 3 /10 “left chest”",
        ),
        ("leg press left 40kg 3x10", "leg press 40 kg 3x10"),
        ("ran 4k pushing the stroller, 29 min", "run 4000 m 1740 s"),
        ("slept 9.40am til 2pm", "sleep 4.33 h"),
        ("blood pressure 132/78", "systolic pressure 132; diastolic pressure 78"),
        ("bp 128 over 82", "systolic pressure 128; diastolic pressure 82"),
        ("bp 225/5", "bench press 225 1x5"),
        (
            "bp 9am 138/79, noon 145/84",
            "systolic pressure 138; diastolic pressure 79; systolic pressure 145; diastolic pressure 84",
        ),
        ("meditated 15 minutes, then ashtanga 1h", "meditation 900 s; yoga 3600 s"),
        ("my boyfriend surfed 2 hours, I just watched", NOTHING),
        ("knee is acting up again 4/10", "pain 4 /10 “knee”"),
        ("bench 60kg 3 stes of 9, wieght 81.4kg", "bench press 60 kg 3x9; body weight 81.4 kg"),
        ("slpet 7 huors", "sleep 7 h"),
        ("Seated Row (Cable) 45 kg x 12", "cable row 45 kg 1x12"),
        ("shoulder press, machine: 30kg 3x8", "machine shoulder press 30 kg 3x8"),
        ("squats on the smith 50kg 3x9", "smith machine squat 50 kg 3x9"),
        ("bench with dumbbells 18kg 3x9", "dumbbell bench press 18 kg 3x9"),
        ("1-arm cable rows 25kg 3x9", "single-arm cable row 25 kg 3x9"),
        ("sqat 90kg x 5, bech 60kg x 5", "squat 90 kg 1x5; bench press 60 kg 1x5"),
        ("husafell 120kg 18m", "husafell carry 120 kg 18 m"),
        ("reverse lunges 3x9, walked on the treadmill 20 min", "reverse lunge 3x9; walk 1200 s"),
        (
            "kb swings 20kg 4x15, goblet squats same bell 3x9",
            "kettlebell swing 20 kg 4x15; goblet squat 20 kg 3x9",
        ),
        ("ski erg 12 min, horse riding 1 hour", "ski erg 720 s; horse riding 3600 s"),
        ("launch at 5 with the crabs", NOTHING),
        ("tomorrow squat 140kg 5x5", NOTHING),
        ("Alex benched 120kg x 3", NOTHING),
        ("skipped deadlifts today", NOTHING),
        ("call me at 555-1234 at 5x5 gym", NOTHING),
    ],
)
def test_a_message_is_read_from_words_to_measures(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # rounds are of what is told with them
        ("ran 1 mile, then 3 rounds: 10 push ups, 15 squats", "run 1609.34 m; push-up 3x10; squat 3x15"),
        ("bike 10 min, EMOM 8: 5 burpees", "ride 600 s; burpee 8x5"),
        (
            "12 swings 24kg, 10 burpees, 4 rounds. then ran 2 km",
            "kettlebell swing 24 kg 4x12; burpee 4x10; run 2000 m",
        ),
        # figures of what nobody here knows are not of the name before them
        ("bike 10 min, balance board 5 min", "ride 600 s"),
        ("walk 20 min, sauna 15 min", "walk 1200 s; sauna 900 s"),
        ("pt session 1 hour with dave", "weight training 3600 s"),
        ("청소 30분, 홈트 20분", "housework 1800 s; home workout 1200 s"),
        ("헬스장까지 걸어서 10분 거리예요", NOTHING),
        ("ride 20 km, core 15 min", "ride 20000 m; weight training 900 s"),
        # two deeds side by side, each with its own figures
        ("yoga 30 min, 3k run", "yoga 1800 s; run 3000 m"),
        ("ran 3k, 30 min yoga", "run 3000 m; yoga 1800 s"),
        ("rowed 5k, 20 min walk", "row 5000 m; walk 1200 s"),
        ("stretching 10 min, 2 mile walk, slept 7h", "stretching 600 s; walk 3218.69 m; sleep 7 h"),
        ("partner wod 40 min, 5k run in 24:50 before", "crossfit 2400 s; run 5000 m 1490 s"),
        ("ran 30 min, 5k easy run", "run 5000 m 1800 s"),
        ("30 min meeting, 20 min walk", "walk 1200 s"),
        ("tabata 20 min then 15 min walk", "hiit 1200 s; walk 900 s"),
        ("stairs 20 flights", "flights climbed 20"),
        ("BP 118/76 HR 61", "systolic pressure 118; diastolic pressure 76; heart rate 61 bpm"),
        ("bp 132/85 hr 58", "systolic pressure 132; diastolic pressure 85; heart rate 58 bpm"),
        ("ran 1 hr 20", "run 4800 s"),
        ("nap from 2 to 3pm", "nap 60 min"),
        ("took the dog out 40 mins", "walk 2400 s"),
        ("oatmeal and coffee for breakfast, skipped lunch", "meal “oatmeal and coffee”"),
        # ratings that changed are no days
        ("took 400mg ibuprofen for the knee, pain down to 2/10", "medication “400mg ibuprofen”; pain 2 /10"),
        ("mood up to 8/10", "mood 8 /10"),
        ("knee pain went from 5/10 to 3/10", "pain 3 /10 “knee”"),
        ("어깨 프레스 20kg 12x3, 사레레 7kg 15x4", "overhead press 20 kg 3x12; lateral raise 7 kg 4x15"),
        # training that is told by its time alone
        ("weights 45 min, 20k ride", "ride 20000 m; weight training 2700 s"),
        ("slept 7h, then worked out for an hour", "sleep 7 h; general workout 3600 s"),
        ("upper body 50 min", "weight training 3000 s"),
        ("운동 1시간", "general workout 3600 s"),
        ("bouldering 2 hrs at the gym", "climbing 7200 s"),
        ("walked to the gym 15 min", "walk 900 s"),
        ("gym tomorrow, 1 hour", "nothing"),
        # headings, lists, negations that are none
        ("physio: clamshells 3x15, bridges 3 x 12", "clamshell 3x15; glute bridge 3x12"),
        ("ring dips max sets: 9,8,6,6", "ring dip 1x9; ring dip 1x8; ring dip 2x6"),
        ("wall balls 100 unbroken 9kg", "wall ball 9 kg 1x100"),
        ("in bed 11, woke up at 3, maybe 5h total", "bed time 23 h; wake time 3 h; sleep 5 h"),
        ("스쿼트 60 5개 5세트 무릎 살짝 아픔", "squat 60 5x5; pain “knee”"),
        ("campus board 1-4-7 x 5 per side. dips bw 3x12", "dip 3x12"),
        ("session 14 with the physio: step ups 2x12", "step-up 2x12"),
        # one arm is no count of the exercise before it
        ("pull ups 5x3, one arm lock offs 3 each side", "pull-up 5x3; one arm lock off 1x3"),
        ("rdl 60kg 3x10 one leg at a time", "romanian deadlift 60 kg 3x10"),
        # what lies between repetitions, and a part of the way
        ("8x400 w/ 90s jog", "run 8x 400 m"),
        ("18 miles in 2:41:30, last 3 at mp (7:50)", "run 28968.2 m 9690 s"),
        ("ran 5k 25:00, first mile 8:10, last mile 7:40", "run 5000 m 1500 s"),
        # a lift that was missed is none
        ("bench 100x1, 105xmiss", "bench press 100 1x1"),
        ("deadlift 180kg/190kg/200kgx", "deadlift 180 kg 1x1; deadlift 190 kg 1x1"),
        ("snatch 80x/80/85x", "snatch 80 1x1"),
        ("push ups 50/40/30x", "push-up 1x50; push-up 1x40; push-up 1x30"),
        ("squat 3x5 100/105/110x", "squat 100 1x5; squat 105 1x5; squat 110 1x5"),
        ("pushups 50x/40x/30x", "push-up 1x50; push-up 1x40; push-up 1x30"),
        # a load behind a name whose count stands before it, and the count of the next one
        ("21 swings 16kg 12 pull ups", "kettlebell swing 16 kg 1x21; pull-up 1x12"),
        ("12 DL 155/ 9 hang clean/ 6 jerk", "deadlift 155 1x12; hang clean 1x9; jerk 1x6"),
        (
            "벤치 워밍업 40 10 60 5 본세트 80 5 5",
            "bench press 40 1x10 warm-up; bench press 60 1x5 warm-up; bench press 80 2x5",
        ),
        # what is of two days is no bout
        (
            "ran 5k 2 days ago in 25:10, 8k yesterday 44 min",
            "run 5000 m 1510 s (2026-11-19); run 8000 m 2640 s (2026-11-20)",
        ),
        # what is eaten, counted in sheets and slices; a feeling behind it
        ("계란 2개 식빵 1장", "meal “계란 2개 식빵 1장”"),
        ("had pasta for dinner. feeling meh", "meal “pasta”; mood “meh”"),
        ("walked 3 miles instead, an hour or so", "walk 4828.03 m 3600 s"),
        # numbers of sets that begin anew, climbs and intervals within a bout, a rating behind its word
        (
            "Squat / 1. 60 kg x 8 / 2. 80 kg x 5 / Bench / 1. 40 kg x 8 / 2. 45 kg x 6",
            "squat 60 kg 1x8; squat 80 kg 1x5; bench press 40 kg 1x8; bench press 45 kg 1x6",
        ),
        ("hiked 11 km 4h10 960m", "hike 11000 m 15000 s"),
        ("turbo 1h, 3x10 min at 240w", "ride 3600 s"),
        ("stress was high today like eight out of ten", "stress 8 /10"),
        ("저녁 치킨 두 조각 맥주 한 캔", "meal “치킨 두 조각”; alcohol 1"),
        ("worked V5 no send", NOTHING),
        ("sugar was 118 before breakfast and 164 two hours after", "blood glucose 118; blood glucose 164"),
        # what is taken, and a heading over it
        ("meds: metformin 500, lisinopril 10", "medication “metformin 500”; medication “lisinopril 10”"),
        ("took iron and vit d", "supplement “iron”; supplement “vit d”"),
        ("200mg caffeine", "supplement “200mg caffeine”"),
        # workouts with names of their own
        ("did Fran in 4:12", "crossfit 252 s"),
        ("murph w 20lb vest 47:30", "crossfit 2850 s"),
        # a night or a nap in stretches
        ("slept 11-1:30, 2:15-4, 4:40-6:30", "sleep 6.08 h"),
        ("slept 11-2, then 3-6", "sleep 6 h"),
        ("in bed by 9, up at 3pm", "bed time 9 h; wake time 15 h; sleep 6 h"),
        ("Porridge, then a banana at 11", "meal “Porridge, then a banana”"),
        ("ftp test 268", "ftp 268 W"),
        ("nap from 1 to 2:15", "nap 75 min"),
        # lists without signs
        ("bench 60 10 80 8 90 6", "bench press 60 1x10; bench press 80 1x8; bench press 90 1x6"),
        ("벤치 80 10 90 8 100 5", "bench press 80 1x10; bench press 90 1x8; bench press 100 1x5"),
        ("bench 100 5 5 5", "bench press 100 3x5"),
        ("dips +20 8 8 7", "dip 20 2x8; dip 20 1x7"),
        (
            "squat warm up 20 40 60 x5, then 80 3x5",
            "squat 20 1x5 warm-up; squat 40 1x5 warm-up; squat 60 1x5 warm-up; squat 80 3x5",
        ),
        ("front lever 4x12s", "front lever 4x 12 s"),
        # repetitions within a way
        ("swam 2800m (main set 10x100 @1:35), 52min", "swim 2800 m 3120 s"),
        ("run 12k incl 6x1k @4:00", "run 12000 m"),
        ("ran 2 miles, 6x400", "run 3218.69 m; run 6x 400 m"),
        ("8 x 500m r32, avg 1:47", "row 8x 500 m 107 s"),
        # another day, the same unit
        ("ran 6 km yesterday and 4 today", "run 6000 m (2026-11-20); run 4000 m"),
        ("9k steps wednesday and 4,100 on thursday", "steps 9000 (2026-11-18); steps 4100 (2026-11-19)"),
        (
            "bp 137/80 yesterday, 134/79 today",
            (
                "systolic pressure 137 (2026-11-20); diastolic pressure 80 (2026-11-20); "
                "systolic pressure 134; diastolic pressure 79"
            ),
        ),
        # beside what nobody keeps
        ("weight 74.9 kg bmi 22.1", "body weight 74.9 kg"),
        ("체중 70.2 골격근 32.1 체지방 18%", "body weight 70.2; body fat 18 %"),
        ("porridge and two cups of tea for breakfast", "meal “porridge and two cups of tea”; tea 2"),
        # ratings in words
        ("mood is like a 4 today", "mood 4"),
        ("stress is a nine", "stress 9"),
        # what did not happen, and whose it was
        ("벤치 110 실패", NOTHING),
        ("swim cancelled, pool closed", NOTHING),
        ("in my first meet I squatted 105", NOTHING),
        ("애기 분유 120ml 먹음", NOTHING),
        ("the lads did 6:10 for the 2k, mad", NOTHING),
        ("napped 40 min when he did", "nap 40 min"),
        ("3 donuts for breakfast, don't tell my coach", "meal “3 donuts”"),
    ],
)
def test_kinds_that_strangers_write_are_read(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("slept -4h", Misread("below_zero", "-4h")),
        ("bench 99999999999 x 5", Misread("endless", "99999999999")),
        ("bench 100kg 5x5, 31/02", Misread("no_such_day", "31/02")),
        ("squat 80kg x5 x40", Misread("too_many_sets", "squat 40 sets")),
        ("5x5 60kg", Misread("no_exercise", "5x5 60kg")),
    ],
)
def test_what_cannot_be_is_said_as_a_value(text: str, wrong: Misread) -> None:
    assert wrong in [problem for _, problem in reading(text).problems]


def test_two_readings_that_are_nearly_as_likely_are_a_doubt() -> None:
    doubtful, plain = reading("overhead press 8x3"), reading("overhead press 3x10")
    assert doubtful.doubts == (("overhead press", Doubt(8, 3)),)
    assert not plain.doubts
    assert confidence_of(doubtful, doubtful.measures) < confidence_of(plain, plain.measures)


def test_each_day_has_an_entry_with_the_writers_own_words() -> None:
    text = "bench 80kg 5x5, yesterday squat 100kg 5x5"
    one = reading(text)
    entries = entries_of(one, one.measures, NOW)
    assert [entry.text for entry in entries] == ["bench 80kg 5x5", "yesterday squat 100kg 5x5"]
    assert [len(entry.measures) for entry in entries] == [1, 1]


def test_a_row_that_is_no_pattern_says_what_is_wrong_with_it() -> None:
    with pytest.raises(PatternError, match="'weight' is no role"):
        parsed("weight X reps", {"reps": frozenset(("INT",))})
    with pytest.raises(PatternError, match="not closed"):
        parsed("(A X", {})


def test_a_phrase_is_no_longer_than_it_may_be() -> None:
    atoms = reading("bench 60kg " + ",".join("55555555")).atoms
    assert max(alike.end for alike in edges_at(atoms, 1, 6).sets) <= 7
    assert max(alike.end for alike in edges_at(atoms, 1).sets) == len(atoms)


def test_offsets_lead_back_to_what_was_written() -> None:
    found = reading("be\u200bnch 80\u338f")
    assert found.text == "bench 80kg"
    assert found.verbatim(0, 5) == "be\u200bnch"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("had a protein shake (30g) and oatmeal", ["protein shake (30g) and oatmeal"]),
        ("lunch: chicken breast (200 g) with rice", ["chicken breast (200 g) with rice"]),
        ("chicken (200g), rice and broccoli for lunch", ["chicken (200g), rice and broccoli"]),
    ],
)
def test_an_amount_in_brackets_ends_no_dish(text: str, told: list[str]) -> None:
    assert [one.text for one in reading(text).measures] == told


@pytest.mark.parametrize(
    ("text", "efforts"),
    [
        ("bench 80 5x5, squat 100 5x5. the squat was rpe 8", [None, 8]),
        ("bench 80 5x5, squat 100 5x5. squats @9, bench felt like rpe 8", [8, 9]),
        ("bench 80x5, 82.5x5, bench was @8", [None, 8]),
    ],
)
def test_an_effort_that_is_told_later_is_of_the_sets_of_its_name(
    text: str, efforts: list[float | None]
) -> None:
    assert [one.rpe for one in reading(text).measures] == efforts


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("long run 21.1k in 1:52:30, felt strong til 17k", [21100]),
        ("ran 10k, stitch at 6k", [10000]),
        ("ran 10k, cramp around 7 km", [10000]),
        ("ran 10k and then another 2k", [10000, 2000]),
        ("Ingrid is faster than me on the e-bike, 60 km she did.", []),
    ],
)
def test_a_place_on_the_way_and_what_others_did_are_no_runs(text: str, metres: list[float]) -> None:
    assert [one.distance_m for one in reading(text).measures] == metres


def test_how_often_somebody_woke_is_no_set() -> None:
    found = reading("어제 7시간 반 잤는데 중간에 두 번 깼어")
    assert [one.name for one in found.measures] == ["sleep", "night wakings"]
    assert not found.problems


def test_nobody_is_asked_which_exercise_a_second_rating_was() -> None:
    read = reading("pain 6/10 morning, 3/10 evening")
    assert read.orphans == ()
    assert [atom.text for atom in read.unread] == ["3", "10"]
