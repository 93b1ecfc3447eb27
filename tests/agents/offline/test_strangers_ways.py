"""Ways of asking that people whom nobody had met brought along."""

from __future__ import annotations

import pytest

from agents.offline.questions.doubts import BAR, sureness
from agents.offline.questions.reader import read_question
from agents.types import Draft
from evals.questions import Answering, Asked, answering
from evals.talk import Reply
from tests.agents.offline.test_answers import NOW, Days, asker, last_told
from tests.agents.offline.test_frames import KNOWN

DIARY: Days = [
    (9, "3 beers, slept 8h", ["alcohol value=3", "sleep value=8h"]),
    (8, "mood 4, 3000 steps", ["mood value=4", "steps value=3000"]),
    (6, "2 coffees, slept 8h, mood 8", ["coffee value=2", "sleep value=8h", "mood value=8"]),
    (4, "2 beers, slept 5h, mood 3", ["alcohol value=2", "sleep value=5h", "mood value=3"]),
    (2, "Mina paced me, walked 2km", ["walk distance=2km"]),
]


async def test_a_bare_name_asks_the_same_of_something_else() -> None:
    talking = asker(DIARY)
    await talking.ask("how many coffees did I have this month?", NOW)
    reply = await talking.ask("beers?", NOW)
    assert "5" in reply.text


@pytest.mark.parametrize(
    ("asks", "begins"),
    [
        ("have I gone over 5000 steps any day this month?", "No: "),
        ("have I gone over 2000 steps any day this month?", "Yes: "),
    ],
)
async def test_a_mark_is_answered_by_yes_or_no(asks: str, begins: str) -> None:
    assert (await asker(DIARY).ask(asks, NOW)).text.startswith(begins)


async def test_few_days_are_told_with_the_way_they_point() -> None:
    reply = await asker(DIARY).ask("is my mood worse when I sleep bad", NOW)
    assert "can't say yet" in reply.text
    assert "lower" in reply.text


async def test_what_may_be_done_tomorrow_is_advice() -> None:
    reply = await asker(DIARY).ask("Would it be sensible to walk 3 km tomorrow?", NOW)
    assert "still to come" not in reply.text


async def test_who_is_told_in_the_writers_words() -> None:
    assert "Mina" in (await asker(DIARY).ask("who paced me on the 19th", NOW)).text


def test_a_figure_that_nothing_takes_is_a_doubt() -> None:
    (part,) = read_question("mood around that 7 thing", KNOWN)
    assert sureness(part) < BAR


@pytest.mark.parametrize(("quotes", "shown"), [("measured 105 degrees", True), ("knee quiet", False)])
def test_an_honest_answer_is_judged_by_what_it_must_say(quotes: str, shown: bool) -> None:
    asked = Asked(ask="how far does my knee bend?", say=("105", "bends"))
    told = f"These entries come closest:\n• Wed 14 Oct: “{quotes}”"
    reply = Reply(path=["ROUTE:query"], draft=Draft(response=told), passed=True)
    judged = answering(Answering(who="ann", thread=(asked,)), (reply,))
    assert judged.stance == "honest"
    assert judged.entry_shown is shown


WORSE: Days = [
    (30, "slept 5h", ["sleep value=5h"]),
    (24, "slept 6h, mood 6", ["sleep value=6h", "mood value=6"]),
    (20, "night coaching starts, slept 6h", ["sleep value=6h"]),
    (12, "slept 3h, the baby had croup", ["sleep value=3h"]),
    (10, "back pain 5/10, 4 coffees", ["pain value=5 text=back", "coffee value=4"]),
    (8, "30 km on gravel, two punctures", ["ride distance=30km"]),
    (6, "slept 8h, no back pain at all", ["sleep value=8h"]),
    (5, "rode 18 km, 1 coffee", ["ride distance=18km", "coffee value=1"]),
    (4, "back pain 2/10", ["pain value=2 text=back"]),
    (2, "slept 7h, mood 8", ["sleep value=7h", "mood value=8"]),
]


@pytest.mark.parametrize("asks", ["worst night and why", "shortest sleep, and what happened?"])
async def test_the_reason_of_a_day_that_was_found_is_what_was_written_on_it(asks: str) -> None:
    text = (await asker(WORSE).ask(asks, NOW)).text
    assert "the baby had croup" in text
    assert text.count("•") == 1


async def test_the_day_before_is_that_of_the_day_found() -> None:
    asks = "shortest sleep and what happened the day before"
    text = (await asker(WORSE).ask(asks, NOW)).text
    assert text.startswith("Your lowest sleep is 3 h")
    assert "20 Nov" not in text


async def test_an_event_may_be_called_by_names_of_measures() -> None:
    asks = "average sleep before the night coaching vs after"
    assert "5.5 h before" in (await asker(WORSE).ask(asks, NOW)).text
    training: Days = [(ago, text.replace("night coaching", "sleep training"), ms) for ago, text, ms in WORSE]
    assert "5.5 h before" in (await asker(training).ask("sleep before sleep training vs after", NOW)).text


@pytest.mark.parametrize(
    "asks",
    [
        "what days did I have no back pain",
        "how many coffees on the day I felt so low",
        "how many punctures did I have on the gravel ride",
        "did I gain any sleep at any point",
        "what day did I not feel tired",
        "how many days did I go without coffee",
    ],
)
async def test_what_no_figure_was_read_for_is_not_told_by_one(asks: str) -> None:
    text = (await asker(WORSE).ask(asks, NOW)).text
    assert "can't tell" in text
    assert not [line for line in text.splitlines()[1:] if not line.startswith("•")]


async def test_a_kind_of_ride_is_not_all_rides() -> None:
    assert "1 day" in (await asker(WORSE).ask("how many gravel rides did I do", NOW)).text


async def test_a_trend_is_told_by_more_words() -> None:
    rising: Days = [(30 - at, "", [f"resting pulse value={62 - at}"]) for at in range(0, 12, 2)]
    assert "lower" in (await asker(rising).ask("is my resting pulse coming down", NOW)).text


async def test_since_the_beginning_is_no_first_time_in_korean() -> None:
    gained: Days = [(30 - at, "", [f"body weight value={76 + at / 10}kg"]) for at in range(0, 12, 2)]
    assert "+1 kg" in (await asker(gained).ask("체중 얼마나 늘었어 처음부터", NOW)).text
    asks = "스쿼트 60에서 80까지 얼마나 걸렸어"
    squats: Days = [(ago, "s", [f"squat weight={kg}kg reps=5"]) for ago, kg in ((20, 60), (4, 80))]
    assert "알 수 없" in (await asker(squats).ask(asks, NOW)).text


OLDER: Days = [
    (27, "bp 142/91", ["systolic pressure value=142", "diastolic pressure value=91"]),
    (25, "gardened for an hour", ["gardening duration=60min"]),
    (23, "145/92", ["systolic pressure value=145", "diastolic pressure value=92"]),
    (10, "took my lisinopril 10mg late", []),
    (8, "gardened 90 min", ["gardening duration=90min"]),
    (4, "headache all afternoon", ["pain text=head"]),
    (1, "bp 130/82", ["systolic pressure value=130", "diastolic pressure value=82"]),
    (0, "wrist hurts a tiny bit", []),
]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("highest bp so far", "145|92"),
        ("whats my lowest reading", "130|82"),
        ("how many readings over 140", "2 of 3"),
        ("when did i last garden", "90 min|1 h 30 min"),
        ("how much did I garden in all", "2 h 30 min"),
        ("what time do i usually take my bp", "12:00|texted"),
        ("when did I have a headache", "1 day"),
        ("did I take my lisinopril yesterday | when did I last take it", "10mg"),
        ("when did my wrist start hurting", "wrist hurts"),
    ],
)
async def test_what_an_older_walker_asks(said: str, says: str) -> None:
    text = await last_told(OLDER, said)
    assert any(word in text for word in says.split("|")), text
    assert "logged no" not in text


RACE: Days = [
    (27, "체중 84kg", ["body weight value=84kg"]),
    (26, "walked 3k", ["walk distance=3km"]),
    (28, "30k, last 5 at marathon pace", ["run distance=30km duration=2:52:00"]),
    (20, "long 32 km", ["run distance=32km duration=3:04:00"]),
    (16, "migraine, took ibuprofen, mood 3", ["pain text=head", "mood value=3"]),
    (13, "18k", ["run distance=18km duration=1:41:00"]),
    (9, "lasagna, migraine again, mood 5", ["pain text=head", "mood value=5"]),
    (
        8,
        "2 bowls of pasta, 3 l water, 2 coffees",
        ["meal text=2 bowls of pasta", "water value=3l", "coffee value=2"],
    ),
    (7, "VALENCIA MARATHON 3:48:12", ["run distance=42.195km duration=3:48:12"]),
    (4, "slept 5h, mood 6, skipped lunch", ["sleep value=5h", "mood value=6"]),
    (2, "lasagna again, slept 7h", ["sleep value=7h"]),
    (1, "체중 82kg", ["body weight value=82kg"]),
]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("how many km did i run the week before the race", "18 km"),
        ("what was my longest run before the marathon", "32 km"),
        ("how many days off did i take after the race", "without training"),
        ("what did I eat on the 13th", "2 bowls of pasta"),
        ("what did I drink on the 13th", "water 3 l; coffee 2"),
        ("was that faster than the long run", "closest"),
        ("can i run a sub 3:40", "closest"),
        ("when was the last migraine", "migraine again"),
        ("when was the last migraine | how many have I had", "2 days"),
        ("when was the last migraine | what did I take for it", "migraine again"),
        ("when did I last have lasagna | how many times", "2 days"),
        ("average mood in november | is it getting better", "went from 3/10|mood"),
        ("how did I sleep this week | was last week better?", "this week"),
        ("did I skip any meals", "skipped lunch"),
        ("when was the last migraine | has it hurt since?", "logged no"),
        ("what was my longest run this month | what did i eat the day before that", "bowls of pasta"),
        ("how many beers this month | lowest weight", "82 kg"),
        ("average speed on my runs | am i getting faster on it", "went from|no clear change"),
        ("이번달 제일 길게 뛴 날은? | 그날 몇시간 뛰었어", "3:48:12"),
        ("which weekday do i train most", "mostly on"),
        ("longest time between runs", "longest break"),
        ("how many days did i take off last week", "without training"),
        ("체중 얼마나 빠졌어? | 80키로까지 얼마나 남았어", "2 kg 남았어요"),
        ("얼마나 자주 걸어?", "걷기"),
        ("몸무게 내려가고 있어?", "82 kg"),
        ("whats my average mood | thanks, how am i doing overall", "training"),
    ],
)
async def test_what_a_runner_asks(said: str, says: str) -> None:
    text = await last_told(RACE, said)
    assert any(word in text for word in says.split("|")), text
