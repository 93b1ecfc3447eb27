"""Nights, meals, drinks, feelings and bouts as people tell them; it is Saturday 21 November 2026."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agents.language.reading import read_log
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW


def told(text: str) -> str:
    """Each measure as its name and what was told; `-1` is yesterday's."""
    read = read_log(text, NOW, Profile(user_id=1), everything()).measures
    rows: list[str] = []
    for one in read:
        day = (one.day - NOW.date()) // timedelta(days=1)
        figures = [
            f"{figure:g}" for figure in (one.value, one.distance_m, one.duration_s) if figure is not None
        ]
        rows.append(" ".join([one.name, *figures, one.text or "", f"({day})" if day else ""]).strip())
    return "; ".join(" ".join(row.split()) for row in rows)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("slept 7 on tuesday, 5.5 wednesday and 8 last night", "sleep 7 (-4); sleep 5.5 (-3); sleep 8"),
        ("sleep: 6h mon / 7h tue", "sleep 6 (-5); sleep 7 (-4)"),
        ("weight: mon 82.1 kg, tue (flu) 81.9", "body weight 82.1 (-5); body weight 81.9 (-4)"),
        ("forgot to log mood. thu was a 5, yesterday 8 out of 10", "mood 5 (-2); mood 8 (-1)"),
        ("coffee 3 yesterday, 2 so far", "coffee 3 (-1); coffee 2"),
        (
            "11/18 rhr 54 wt 187.4\n11/19 rhr 55",
            "resting pulse 54 (-3); body weight 187.4 (-3); resting pulse 55 (-2)",
        ),
        ("lights out 10.30, up 5.45", "bed time 22.5; wake time 5.75; sleep 7.25"),
        ("in bed 2230, up at 615", "bed time 22.5; wake time 6.25; sleep 7.75"),
        ("woke up at six thirty", "wake time 6.5"),
        ("tuesday 8k steps, wednesday 9.5k", "steps 8000 (-4); steps 9500 (-3)"),
        ("어제 커피 3잔 오늘 2잔", "coffee 3 (-1); coffee 2"),
        ("월요일 5시간 화요일 6시간 잤다", "sleep 5 (-5); sleep 6 (-4)"),
        ("a litre and a half of water", "water 1.5"),
        ("half a litre of water so far", "water 0.5"),
        ("nap in the truck, half an hour", "nap 30"),
        ("my hip flared up", "pain hip"),
        ("knee gave out today", "pain knee"),
        ("i was at 181.2 lb on friday", "body weight 181.2 (-1)"),
        ("anxious all day", "mood anxious"),
        ("wakled 3 miels", "walk 4828.03"),
        ("fasting sugar 104, walked 6.2 km", "walk 6200; blood glucose 104"),
        ("sugar was 6.2 before breakfast", "blood glucose 6.2"),
        ("공복혈당 112 나왔어", "blood glucose 112"),
        ("no sugar after 8 this week", ""),
        (
            "nurse checked my blood pressure yesterday and it was 138 over 84",
            "systolic pressure 138 (-1); diastolic pressure 84 (-1)",
        ),
        ("elbow tweaked on the last pull, 4/10", "pain 4 elbow"),
        ("어깨 뻐근함 10점에 3점", "pain 3 shoulder"),
        ("12 000 steps", "steps 12000"),
        ("walked a mile and a half", "walk 2414.02"),
        ("swam 20 lengths, 25m pool so 500m", "swim 500"),
        ("2 coffees, no three", "coffee 3"),
        ("2 coffees at 4", "coffee 2"),
        ("chai at 4, coffee with 2 sugars", "tea 1; coffee 1"),
        ("oats w banana n pb, black coffee", "meal oats w banana n pb, black coffee"),
        ("pint after work", "alcohol 1"),
        ("eggs x2", "meal eggs x2"),
        ("swim am 3000m, dinner spag bol x2", "swim 3000; meal spag bol x2"),
        ("3k calories today", "kcal 3000"),
        ("kilter 90 min", "climbing 5400"),
        ("took 2 ibuprofen for the cramps", "medication 2 ibuprofen"),
        ("ibuprofen 400mg at 9", "medication ibuprofen 400mg at 9"),
        ("migraine all day, took sumatriptan", "pain head; medication sumatriptan"),
        ("두통 때문에 타이레놀 한 알", "pain head; medication 타이레놀 한 알"),
        ("생리 2일차 배 아파서 운동 쉼", "period 생리 2일차; pain stomach"),
        ("nausea 6/10, no heartburn", "symptom 6 nausea"),
        ("bought ibuprofen", ""),
        ("forgot my meds", ""),
        ("12oz water x3", "water 36"),
        ("소주 반병", "alcohol 0.5"),
        ("half a pint", "alcohol 0.5"),
        ("slept rubbish, up 3 times for the loo", "sleep quality rubbish; night wakings 3"),
        ("6.5h, woke up twice", "sleep 6.5; night wakings 2"),
        ("6시간 자고 두번 깸", "sleep 6; night wakings 2"),
        ("woke 4x last night", "night wakings 4"),
        ("sciatica 5/10 and sinus pain", "pain 5 lower back; pain head"),
        ("zwift 1h, 212w avg, hr 148", "ride 3600; power 212; heart rate 148"),
        ("rode 40k in 1:02, avg power 248", "ride 40000 3720; power 248"),
        ("라이딩 40km 1시간 30분 평균 파워 180와트", "ride 40000 5400; power 180"),
        ("bought a 60w bulb", ""),
        ("2 eggs and milk", "meal 2 eggs and milk"),
        ("handful of nuts", "meal handful of nuts"),
        ("ate way too much pizza, 4 slices", "meal pizza, 4 slices"),
        ("migraine all morning, 7/10", "pain 7 head"),
        ("knee bad today, 6/10", "pain 6 knee"),
        ("shoulders wrecked after those thrusters, like an 8/10", "pain 8 shoulder"),
        ("stressed at work, 8/10", "stress 8"),
        ("stress 7, energy poor, call it 4", "stress 7; energy poor"),
        ("weighed in at 183 no wait i had my boots on 181", "body weight 181"),
        ("70.9 kg, slept 5.5h, mood 5/10", "body weight 70.9; sleep 5.5; mood 5"),
        ("155.5 lb, 3 pints", "body weight 155.5; alcohol 3"),
        ("70.1 kg, 8200 steps, yoga 45 min", "yoga 2700; body weight 70.1; steps 8200"),
        ("mood 7/10 sleep 6.5", "mood 7; sleep 6.5"),
        ("9k steps wednesday and 4,100 on thursday", "steps 9000 (-3); steps 4100 (-2)"),
        (
            "weight since thursday 71.2 / 71.0 / 70.9",
            "body weight 71.2 (-2); body weight 71 (-1); body weight 70.9",
        ),
        ("목요일부터 걸음 8000, 9100, 7200", "steps 8000 (-2); steps 9100 (-1); steps 7200"),
        ("posting late. 18/11 ran 6k. 19/11 rest. today 4k", "run 6000 (-3); run 4000"),
        ("cardio 19/11\nran 5k", "run 5000 (-2)"),
        ("sun salutations, yoga 30 min", "yoga 1800"),
        ("day before yday ran 6k", "run 6000 (-2)"),
        ("hiked 9 km yesterday. left ankle hurts this morning", "hike 9000 (-1); pain left ankle"),
        ("on thursday hiked 9 km, next morning my calves hurt", "hike 9000 (-2); pain calf (-1)"),
        ("7k steps wednesday and a lazy 2,100 on thursday", "steps 7000 (-3); steps 2100 (-2)"),
        ("five a side lst nite, 50 min", "football 3000 (-1)"),
        ("ran 4 km, right hip giving me gyp", "run 4000; pain right hip"),
        ("kids had nuggets yesterday, I had soup", "meal soup (-1)"),
        ("film last night. a big bowl of chips. 3 beers", "meal big bowl of chips (-1); alcohol 3 (-1)"),
        ("bad night, up at 1, 3 and 5. maybe 4 hours", "sleep 4"),
        ("어재 러닝 4키로", "run 4000 (-1)"),
    ],
)
def test_a_measure_is_told_once_for_several_days(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("feeling anxious 7/10 and tired", "mood anxious 7/10; energy tired"),
        ("felt stressed 8/10 at work", "stress 8"),
        ("happy 8/10 today", "mood happy 8/10"),
        ("slept 7h, woke up tired, 4 out of 10", "sleep 7; energy tired 4/10"),
        ("피곤 7/10", "energy 피곤 7/10"),
        ("the movie was great 8/10", ""),
        ("not stressed 2/10", ""),
        ("bench 100kg x5, felt good 8/10", "bench press"),
    ],
)
def test_a_score_stays_with_the_word_for_how_one_feels(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("drank 2 pints of cider at the pub yesterday", "alcohol 2 (-1)"),
        ("one large coffee", "coffee 1"),
        ("had a beer last night", "alcohol 1 (-1)"),
        ("had 2 gin and tonics yesterday", "alcohol 2 (-1)"),
        ("a bagel w cream cheese after the gym", "meal bagel w cream cheese"),
        ("dinner was salmon, rice and broccoli (620 kcal)", "meal salmon, rice and broccoli; kcal 620"),
        ("had chicken and rice for lunch", "meal chicken and rice"),
        ("had leftover lasagna at my desk", "meal leftover lasagna"),
        ("half a pizza and a beer", "meal half a pizza; alcohol 1"),
        ("breakfast 450, lunch 700, dinner 800 kcal", "kcal 450; kcal 700; kcal 800"),
        ("rice was burnt", ""),
        ("need to buy eggs, milk and bread", ""),
        ("3 ales and a kebab last night", "alcohol 3 (-1); meal kebab (-1)"),
        ("a coffee and two crumpets", "coffee 1; meal two crumpets"),
        ("cider last night, 3 glasses", "alcohol 3 (-1)"),
        ("1200 yards in 26 min", "swim 1097.28 1560"),
        ("4 miles in thirty five twenty", "run 6437.38 2120"),
        ("drank 1.5 litres", "water 1.5"),
        ("had toast n honey", "meal toast n honey"),
        ("had oatmeal and 2100 kcal", "meal oatmeal; kcal 2100"),
    ],
)
def test_food_and_drink(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("stress a bit better (4/10)", "stress 4"),
        ("zero energy today", "energy zero"),
        ("stress through the roof, motivation weirdly ok", "stress through the roof; motivation ok"),
    ],
)
def test_feelings(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("steps 8,900 - sorry typo - 9,800", "steps 9800"),
        ("slept 6.5, actually my watch says 6", "sleep 6"),
        ("5k row 20:41. no wait thats the old one, 20:14", "row 5000 1214"),
        ("ran 5k in 26, sorry no 25 min", "run 5000 1500"),
        ("swam 8x100m on the 1:45, came in at 1:31", "swim 100 91"),
        ("mile repeats: 6:30, 6:28, 6:35", "run 1609.34 390; run 1609.34 388; run 1609.34 395"),
        ("Outdoor Walk 0:41:22 · 2.31 mi · 198 CAL · avg 104 bpm", "walk 3717.58 2482; heart rate 104"),
        (
            "Ride: 25.3 km, 1:02:11, avg speed 24.4 km/h, 512 kcal, avg HR 138",
            "ride 25300 3731; heart rate 138",
        ),
        ("erg 5k 20:10, hr 155", "row 5000 1210; heart rate 155"),
        ("up since 3:40", "wake time 3.67"),
        ("hockey last night 60 min, 2 beers after", "hockey 3600 (-1); alcohol 2 (-1)"),
        ("10 km in my left knee started hurting", "pain left knee"),
        ("ran 14 km, 10 km in my left knee started hurting", "run 14000; pain left knee"),
        ("my back is a 4 out of 10", "pain 4 lower back"),
        ("shoulder still a 4", "pain 4 shoulder"),
        ("leg press 45 3x12, hurts, I'd say 6", "leg press; pain 6"),
        ("headache since lunch, 4/10", "pain 4 head"),
        ("knee 2 after", "pain 2 knee"),
        ("shoulders 3x10", ""),
        ("my knee is 2 weeks post op", ""),
        ("배아픔 6", "pain 6 stomach"),
        ("무릎 아직 4", "pain 4 knee"),
        ("treadmill 25 min walk", "walk 1500"),
        ("weight 80.2. actually had my boots on, without them 79.1", "body weight 79.1"),
        ("몸무게 70.4 아니 다시 재니까 70.1", "body weight 70.1"),
    ],
)
def test_bouts_and_what_is_set_right(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "bouldering 2h, sent my first V4!!! fell off the V5 about 9 times",
            "climbing 7200; sent climb 1 V4; tried climb 9 V5",
        ),
        ("V3 x4, V4 x2, V5", "sent climb 4 V3; sent climb 2 V4; sent climb 1 V5"),
        ("bouldering 90 min: V3, V4", "climbing 5400; sent climb 1 V3; sent climb 1 V4"),
        ("sent 3 V4s", "sent climb 3 V4"),
        ("sent V4 twice", "sent climb 2 V4"),
        ("sent 6a+ and 6b", "sent climb 1 6a+; sent climb 1 6b"),
        ("climbed two 5.10a and a 5.11b", "sent climb 2 5.10a; sent climb 1 5.11b"),
        ("V3 2개 V4 1개 완등", "sent climb 2 V3; sent climb 1 V4"),
        ("빨강 3개 파랑 1개 완등", "sent climb 3 빨강; sent climb 1 파랑"),
        ("didn't send the V6 today", ""),
        ("he sent the purple 7a", ""),
        ("tomorrow I want to send V5", ""),
        ("sent 3 emails", ""),
        ("app v2.3 crashed", ""),
        ("bench v2 100kg 5x5", "bench press"),
    ],
)
def test_climbs_are_told_by_their_grades(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("drank 2 teas and a coffee", "tea 2; coffee 1"),
        ("one green tea", "tea 1"),
        ("녹차 두 잔", "tea 2"),
        ("Tea last night was fish pie and peas", "meal fish pie and peas (-1)"),
        ("hrv was 51, slept 7h", "hrv 51; sleep 7"),
        ("심박변이도 48", "hrv 48"),
    ],
)
def test_tea_and_heart_rate_variability(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("135/84", "systolic pressure 135; diastolic pressure 84"),
        ("138/86 (left arm)", "systolic pressure 138; diastolic pressure 86"),
        (
            "142/91 before meds, 131/84 after",
            "systolic pressure 142; diastolic pressure 91; systolic pressure 131; diastolic pressure 84",
        ),
        ("won 104/78 at the bowls", ""),
        ("my dad was 150/90", ""),
        ("bench 135/95", "bench press; bench press"),
        ("glucose 104 fasting, 148 two hrs after lunch", "blood glucose 104; blood glucose 148"),
        ("소주 한병 반 ㅠㅠ 내일 운동 어떡하지", "alcohol 1.5"),
        ("sugar 98 this morning, 142 after dinner", "blood glucose 98; blood glucose 142"),
        ("waist 84cm", "waist 84"),
        ("weight 82.4 waist 33 inches", "body weight 82.4; waist 33"),
        ("허리둘레 78센치", "waist 78"),
        ("spo2 96 resting hr 58", "oxygen saturation 96; resting pulse 58"),
        ("ran 5k 25:00 avg hr 150 max 175", "run 5000 1500; heart rate 150"),
        ("hr 172 max", ""),
        ("treadmill 30 min incline 12 speed 3", "run 1800"),
        ("만보 걸음 10,230보", "steps 10230"),
        ("foam rolled 10min + stretch 15", "stretching 600; stretching 900"),
    ],
)
def test_figures_are_of_what_they_can_be(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("asleep 2ish", "bed time 2"),
        ("in bed 10:45 asleep 11ish up 6:30", "bed time 22.75; bed time 23; wake time 6.5; sleep 7.5"),
        ("slept 7ish", "sleep 7"),
        ("energy better (6/10) since starting the iron pills", "energy 6"),
        ("headache since noon, 5 out of 10", "pain 5 head"),
        ("period cramps bad, 6/10", "pain 6 stomach"),
        ("a1c came back 5.9", ""),
        ("pain in left heel when i get up, maybe 4/10", "pain 4 left foot"),
        ("bouldering: 4 V3s, 2 V4s", "sent climb 4 V3; sent climb 2 V4"),
        ("knee pain came back 5/10", "pain 5 knee"),
        ("ibuprofen 400 x2 for the back", "medication ibuprofen 400 x2"),
    ],
)
def test_how_it_is_with_words_between(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2 eggs 1 toast 1 flat white", "meal 2 eggs 1 toast; coffee 1"),
        ("eggs, toast and a coffee", "meal eggs, toast; coffee 1"),
        ("1 espresso 1 croissant", "coffee 1; meal 1 croissant"),
        ("아메리카노 하나 크루아상 하나", "coffee 1; meal 크루아상 하나"),
        ("맥주 두 개", "alcohol 2"),
        ("점심 제육덮밥, 라떼 하나", "meal 제육덮밥, 라떼 하나; coffee 1"),
        ("아침 계란 두개랑 바나나 하나 아메리카노 한잔", "meal 계란 두개랑 바나나 하나; coffee 1"),
    ],
)
def test_food_beside_drinks_is_told_without_a_verb(text: str, read: str) -> None:
    assert told(text) == read
