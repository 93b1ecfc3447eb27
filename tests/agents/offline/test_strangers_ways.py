"""Ways of asking that people whom nobody had met brought along."""

from __future__ import annotations

import pytest

from agents.offline.questions.doubts import BAR, sureness
from agents.offline.questions.reader import read_question
from agents.types import Draft
from evals.questions import Answering, Asked, answering
from evals.talk import Reply
from tests.agents.offline.test_answers import NOW, Days, asker
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
    (part,) = read_question("mood around that 7 thing", KNOWN).parts
    assert sureness(part) < BAR


@pytest.mark.parametrize(("quotes", "shown"), [("measured 105 degrees", True), ("knee quiet", False)])
def test_an_honest_answer_is_judged_by_what_it_must_say(quotes: str, shown: bool) -> None:
    asked = Asked(ask="how far does my knee bend?", say=("105", "bends"))
    told = f"These entries come closest:\n• Wed 14 Oct: “{quotes}”"
    reply = Reply(path=["ROUTE:query"], draft=Draft(response=told), passed=True)
    judged = answering(Answering(who="ann", thread=(asked,)), (reply,))
    assert judged.stance == "honest"
    assert judged.entry_shown is shown
