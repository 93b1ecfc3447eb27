"""The entries nearest to a question: which they are, how they are quoted, and when nothing is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from agents.offline.nearest import fused, nearest, terms_of
from agents.profile import Profile
from domains.registry import load
from storage.entities import DateRange
from tests.agents.offline.asker import Asker, MemorySearch, Reply, entry

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = NOW.date()
DIARY: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (80, 'coach said "slow down, 3 sec negatives", so I did', ()),
    (60, "bench 80x5", ("bench press weight=80kg reps=5",)),
    (45, "physio: it's the calf, heel drops twice a day, no hills for 2 weeks. 85 euros, next on 4 Dec", ()),
    (30, "5k 30:05, new Brooks, a bit stiff", ("run distance=5km duration=30:05",)),
    (20, "knee clicking on the stairs, 6k 36:40", ("run distance=6km duration=36:40",)),
    (19, "6k 36:00 no clicking", ("run distance=6km duration=36:00",)),
    (8, "up half the night with the baby", ()),
    (7, "5k 33:20 legs like concrete", ("run distance=5km duration=33:20",)),
    (4, "row with my manager. mood 3/10", ("mood value=3",)),
    (2, "오늘은 물집 때문에 쉼", ()),
    (1, "정형외과 다녀옴. 무릎은 괜찮다고 하심", ()),
)
SEARCH = MemorySearch(
    entry(i, TODAY - timedelta(days=ago), text, found) for i, (ago, text, found) in enumerate(DIARY)
)


async def ask(question: str, search: MemorySearch = SEARCH) -> Reply:
    return await Asker(search, Profile(user_id=1)).ask(question, NOW)


async def found(question: str, span: DateRange | None = None) -> list[int]:
    """How many days ago the nearest entries were written."""
    vocabulary = load().combine(["strength", "running"]).vocabulary
    near = await nearest(question, SEARCH, span=span, today=TODAY, vocabulary=vocabulary)
    return [(TODAY - one.day).days for one in near]


def ago(first: int, last: int) -> DateRange:
    return DateRange(start=TODAY - timedelta(days=first), end=TODAY - timedelta(days=last))


class TestRanking:
    def test_a_rank_counts_and_not_the_size_of_a_score(self) -> None:
        total = fused(({"a": 100.0, "b": 1.0}, {"b": 0.2, "c": 0.1}))
        assert sorted(total, key=lambda one: -total[one]) == ["b", "a", "c"]

    def test_equals_have_the_same_rank(self) -> None:
        total = fused(({"a": 1.0, "b": 1.0, "c": 0.0},))
        assert total["a"] == total["b"] > total["c"]

    @pytest.mark.parametrize(
        ("question", "form"),
        [
            ("did I note anything about the new shoes?", "brooks"),
            ("when did it start clicking?", "click"),
            ("정형외과에서 뭐라고 했지?", "정형외과"),
            ("물집은 언제 생겼어?", "물집"),
            ("how did benching go", "bench"),
        ],
    )
    def test_other_forms_of_a_word_and_words_for_the_same(self, question: str, form: str) -> None:
        assert form in [one for term in terms_of(question) for one in term.forms]

    @pytest.mark.parametrize(
        "question", ["when was that?", "what did I say last Tuesday in October?", "뭐라고 했지?", ""]
    )
    def test_words_that_stand_in_every_question_are_none(self, question: str) -> None:
        assert terms_of(question) == []

    @pytest.mark.parametrize(
        ("question", "first"),
        [
            ("what did the physio say?", 45),
            ("did I note anything about the new shoes?", 30),
            ("when did my knee start clicking?", 20),
            ("what did coach say?", 80),
            ("정형외과에서 뭐라고 했지?", 1),
            ("why did I stop doing hills?", 45),
        ],
    )
    async def test_by_words(self, question: str, first: int) -> None:
        assert (await found(question))[:1] == [first]

    async def test_a_why_has_what_was_written_shortly_before(self) -> None:
        assert (await found("why was my run so slow?", ago(7, 7)))[:2] == [7, 8]
        assert 8 in await found("why were my legs like concrete?")

    async def test_of_days_that_are_named_no_others_are_meant(self) -> None:
        assert await found("why was my run so slow?", ago(4, 4)) == [4, 7]

    async def test_of_the_present_the_last_days_are_meant(self) -> None:
        assert await found("why am I always so slow lately?") == [7, 8, 4]

    async def test_what_nobody_read_in_a_short_time(self) -> None:
        assert await found("did I hurt anything?", ago(2, 0)) == [1, 2]
        assert await found("did I swim?", ago(60, 0)) == []

    async def test_a_korean_word_that_stands_nowhere_without_its_ending(self) -> None:
        assert await found("물집이라던가 하는 거?") == [2]

    async def test_the_first_time_and_the_last_are_those_of_the_days(self) -> None:
        assert (await found("when did the clicking start?"))[0] == 20
        assert (await found("last time of clicking?"))[0] == 19

    async def test_nothing_is_nothing(self) -> None:
        assert await found("anything about creatine?") == []
        assert await nearest("why?", MemorySearch(()), span=None, today=TODAY, vocabulary={}) == []


class TestAnswers:
    @pytest.mark.parametrize(
        ("question", "quoted"),
        [
            (
                "what did the physio say?",
                "“physio: it's the calf, heel drops twice a day, no hills for 2 weeks. ",
            ),
            ("when did my knee start clicking?", "“knee clicking on the stairs, 6k 36:40”"),
            ("what did coach say?", '«coach said "slow down, 3 sec negatives", so I did»'),
            ("정형외과에서 뭐라고 했지?", "“정형외과 다녀옴. 무릎은 괜찮다고 하심”"),
            ("그저께 왜 쉬었지?", "“오늘은 물집 때문에 쉼”"),
            ("why was my mood so bad on Tuesday?", "“row with my manager. mood 3/10”"),
        ],
    )
    async def test_quoted_with_day_and_button_and_not_refused(self, question: str, quoted: str) -> None:
        reply = await ask(question)
        assert quoted in reply.text
        assert reply.passed, reply.feedback
        assert not reply.asked
        assert reply.draft is not None
        assert reply.draft.evidence

    async def test_quotes_come_before_figures_and_these_before_what_is_general(self) -> None:
        nights = [(30 + n, "slept 8h", ("sleep value=8h",)) for n in range(5)]
        bad = (8, "slept 4h, baby", ("sleep value=4h",))
        days = [*nights, bad, (7, "5k 33:20 so slow", ("run distance=5km duration=33:20",))]
        search = MemorySearch(entry(i, TODAY - timedelta(days=a), t, f) for i, (a, t, f) in enumerate(days))
        text = (await ask("why was my run last Saturday so slow?", search)).text
        assert (
            -1 < text.index("“slept 4h, baby”") < text.index("You slept only 4 h") < text.index("In general")
        )

    async def test_words_are_never_counted(self) -> None:
        text = (await ask("how many heel drops did I do?")).text
        assert "can't tell a number" in text
        assert "“physio: " in text

    async def test_an_absence_quotes_what_nobody_read_of_its_days(self) -> None:
        reply = await ask("any pain on Friday or Thursday?")
        assert "no pain" in reply.text
        assert reply.passed
        text = (await ask("어제 통증 있었어?")).text
        assert "“정형외과 다녀옴. 무릎은 괜찮다고 하심”" in text

    @pytest.mark.parametrize(
        "question", ["any pain this month?", "any pain?", "have I hurt anything lately?"]
    )
    async def test_an_absence_of_pain_quotes_what_nobody_read_of_longer_times_too(
        self, question: str
    ) -> None:
        words = [
            (12, "ran 5k", ("run distance=5km duration=30:00",)),
            (10, "knee felt weird after stairs", ()),
        ]
        search = MemorySearch(entry(i, TODAY - timedelta(days=a), t, f) for i, (a, t, f) in enumerate(words))
        reply = await ask(question, search)
        assert "“knee felt weird after stairs”" in reply.text
        assert reply.passed

    @pytest.mark.parametrize(
        "question",
        [
            "how many times did my calf grab?",
            "how long was my knee clicking?",
            "how long did the stairs take?",
        ],
    )
    async def test_text_never_answers_how_many_or_how_long(self, question: str) -> None:
        text = (await ask(question)).text
        assert "can't tell a number" in text or text.startswith("I found nothing about")

    async def test_words_beside_what_is_known_are_quoted_rather_than_a_figure(self) -> None:
        lifted = entry(
            1, TODAY, "bench 100x3, spotter touched the last one", ["bench press weight=100kg reps=3"]
        )
        text = (await ask("what did the spotter do on bench today?", MemorySearch([lifted]))).text
        assert text.startswith("I can't tell for certain.")
        assert "“bench 100x3, spotter touched the last one”" in text
        assert "100 kg" not in text

    async def test_the_entry_that_would_answer_is_quoted_where_the_question_is_not_all_understood(
        self,
    ) -> None:
        days = [(30, "8000 steps"), (20, "14100 steps"), (10, "18300 steps"), (5, "9000 steps")]
        search = MemorySearch(
            entry(i, TODAY - timedelta(days=a), text, (f"steps value={text.split()[0]}",))
            for i, (a, text) in enumerate(days)
        )
        text = (await ask("most steps I did on a gribble?", search)).text
        assert text.startswith("I can't tell for certain.")
        assert "“18300 steps”" in text

    async def test_who_names_nothing_but_a_word_of_an_entry_is_not_asked_what_is_meant(self) -> None:
        days = [
            (30, "climbing 2h, sent my first v4", "climbing duration=2h"),
            (9, "swam 1k", "swim distance=1km"),
        ]
        search = MemorySearch(
            entry(i, TODAY - timedelta(days=a), text, (found_,)) for i, (a, text, found_) in enumerate(days)
        )
        reply = await ask("when did i send my first v4", search)
        assert not reply.asked
        assert "“climbing 2h, sent my first v4”" in reply.text

    async def test_the_figure_of_a_day_is_no_word_of_an_entry(self) -> None:
        assert (await ask("how was that on the 17th of november")).text.startswith("What you logged (Tue 17")

    async def test_what_was_talked_about_is_looked_for_where_a_follow_up_names_nothing_known(self) -> None:
        days = [(7, "match against Blackrock, 12 points, lost by 2"), (3, "tired"), (2, "a quiet day")]
        search = MemorySearch(entry(i, TODAY - timedelta(days=a), t, ()) for i, (a, t) in enumerate(days))
        asker = Asker(search, Profile(user_id=1))
        await asker.ask("how many points against blackrock?", NOW)
        assert "lost by 2" in (await asker.ask("did we win?", NOW)).text

    async def test_what_stands_nowhere_is_said_before_what_is_near(self) -> None:
        text = (await ask("did I note anything about creatine for my knee?")).text
        assert text.startswith("I found nothing about creatine in your log.")
        assert "“knee clicking on the stairs, 6k 36:40”" in text
        assert "nothing" not in (await ask("what did the physio recommend?")).text

    async def test_other_days_than_were_asked_about_are_not_taken_for_them(self) -> None:
        text = (await ask("did I mention the physio in September?")).text
        assert text.startswith("I found nothing about")
        assert "physio" in text
        assert "“physio: " in text

    async def test_no_yes_to_what_was_not_understood(self) -> None:
        text = (await ask("was it hot on my last run?")).text
        assert not text.startswith("Yes")

    async def test_of_a_long_entry_the_sentence_that_says_it(self) -> None:
        long = "We drove to the lake. " * 12 + "The physio wants me back in May. " + "Then it rained. " * 12
        search = MemorySearch([entry(1, date(2026, 11, 3), long, ())])
        reply = await ask("what did the physio want?", search)
        assert "“The physio wants me back in May. Then it rained." in reply.text
        assert len(reply.text) < 250
        assert reply.passed

    async def test_days_that_only_nobody_read_are_not_empty(self) -> None:
        words = [(9, "tried intervals, stitch after 3", ()), (11, "slept 6h", ("sleep value=6h",))]
        search = MemorySearch(entry(i, TODAY - timedelta(days=a), t, f) for i, (a, t, f) in enumerate(words))
        reply = await ask("how did I feel after the intervals?", search)
        assert "“tried intervals, stitch after 3”" in reply.text
        assert "nothing" not in reply.text

    async def test_a_cold_is_no_slip_of_the_pen(self) -> None:
        search = MemorySearch([entry(1, TODAY, "still have that cold", ())])
        assert "“still have that cold”" in (await ask("when did the cold begin?", search)).text
