"""The question path as the machine goes it: searched before asked, widened, expanded, checked for pain."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from agents.dialogue import Exchange
from agents.offline.planner import plan
from agents.offline.retriever import retrieve
from agents.planner import PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.retriever import RetrieverInput
from agents.types import (
    EvaluationFeedback,
    Gap,
    GapType,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    Sufficiency,
    UserAnswer,
)
from domains.registry import load
from storage.entities import DateRange, Entry
from tests.agents.offline.asker import Asker, MemorySearch, entry

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = NOW.date()
PROFILE = Profile(user_id=1)
DIARY: list[tuple[int, str, list[str]]] = [
    (60, "bench 80x5", ["bench press weight=80kg reps=5"]),
    (40, "front squat 60x5", ["front squat weight=60kg reps=5"]),
    (38, "goblet squat 24x10", ["goblet squat weight=24kg reps=10"]),
    (12, "bench 85x5", ["bench press weight=85kg reps=5"]),
    (5, "bench 85x5 felt heavy", ["bench press weight=85kg reps=5"]),
    (3, "deadlift 120x5", ["deadlift weight=120kg reps=5"]),
]


def diary(*days: tuple[int, str, list[str]]) -> MemorySearch:
    """Entries so many days ago."""
    return MemorySearch(
        entry(i, TODAY - timedelta(days=ago), text, found) for i, (ago, text, found) in enumerate(days)
    )


def planned(query: str, search: MemorySearch | None = None, **more: object) -> PlannerOutput:
    """The plan for a question, strength loaded."""
    given = PlannerInput(
        query=query,
        now=NOW,
        profile=PROFILE,
        domain_context=load().combine(["strength"]),
        logged=(search or diary(*DIARY)).logged(),
        may_expand=False,
    )
    return plan(given.model_copy(update=more))


class TestPlanner:
    @pytest.mark.parametrize(
        ("query", "kind"),
        [
            ("when did I last bench?", QueryType.SIMPLE),
            ("why did bench feel heavy last week?", QueryType.INSIGHT),
            ("what should I train today?", QueryType.RECOMMENDATION),
            ("compare my bench this month to last month", QueryType.COMPARISON),
        ],
    )
    def test_query_types(self, query: str, kind: QueryType) -> None:
        assert planned(query).query_type is kind

    def test_chat_is_answered_at_once(self) -> None:
        found = planned("hello", is_chat=True)
        assert (found.next_action, found.query_type, found.instructions) == ("synthesize", QueryType.CHAT, ())

    def test_everything_is_read_for_a_record_but_not_for_the_last_time(self) -> None:
        record, latest = planned("what's my bench PR?"), planned("when did I last bench?")
        assert [(i.strategy, i.everything) for i in record.instructions] == [
            ("topic", True),
            ("nearest", False),
        ]
        assert [(i.strategy, i.everything) for i in latest.instructions] == [
            ("topic", False),
            ("nearest", False),
        ]

    def test_each_part_has_its_own_subject(self) -> None:
        found = planned("what's my bench PR and when did I last deadlift?")
        assert [part.subjects for part in found.sub_queries] == [("bench press",), ("deadlift",)]
        assert [part.id for part in found.sub_queries] == [1, 2]

    def test_advice_comes_after_a_why(self) -> None:
        found = planned("why did bench feel heavy last week and what should I change?")
        assert [part.query_type for part in found.sub_queries] == [
            QueryType.INSIGHT,
            QueryType.RECOMMENDATION,
        ]

    def test_the_second_half_inherits_subject_and_days(self) -> None:
        found = planned("when did I bench in October and how many sets did I do?")
        first, second = found.sub_queries
        assert (second.subjects, second.date_range) == (first.subjects, first.date_range)

    def test_a_follow_up_takes_what_was_talked_about(self) -> None:
        october = DateRange(start=date(2026, 10, 1), end=date(2026, 10, 31))
        before = Exchange(
            question="how many times did I bench in October?",
            answer="4 times",
            subjects=("bench press",),
            date_range=october,
            statistic="count",
            quantity="days",
        )
        figure = planned("and the month before?", conversation=(before,)).sub_queries[0].figures[0]
        assert (figure.statistic, figure.measure) == ("count", "bench press")
        assert figure.date_range is not None
        assert (figure.date_range.start, figure.date_range.end) == (date(2026, 9, 1), date(2026, 9, 30))
        other = planned("and deadlift?", conversation=(before,)).sub_queries[0].figures[0]
        assert (other.measure, other.statistic, other.date_range) == ("deadlift", "count", october)

    def test_the_log_of_the_same_message_is_what_is_spoken_of(self) -> None:
        found = planned("is that a PR?", log_text="bench 90x5")
        assert (found.next_action, found.sub_queries[0].subjects) == ("retrieve", ("bench press",))

    def test_one_logged_variant_is_what_was_meant_and_several_are_asked_about(self) -> None:
        one = diary((3, "front squat 60x5", ["front squat weight=60kg reps=5"]))
        assert planned("when did I last squat?", one).sub_queries[0].subjects == ("front squat",)
        several = planned("when did I last squat?")
        assert several.next_action == "clarify"
        assert several.ask[0].options == ("front squat", "goblet squat")

    def test_a_question_about_nothing_is_asked_back_with_what_is_logged(self) -> None:
        found = planned("how am I doing with it?")
        assert found.next_action == "clarify"
        assert found.ask[0].gap_type is GapType.CLARIFICATION
        assert found.ask[0].options[0] == "bench press"

    def test_the_answer_names_the_subject(self) -> None:
        answer = UserAnswer(gap="which subject", question="Which one?", answer="deadlift")
        found = planned("how am I doing with it?", answers=(answer,))
        assert found.next_action == "retrieve"
        assert found.sub_queries[0].subjects == ("deadlift",)

    def test_domains_of_the_subject_and_of_causes_are_loaded_first(self) -> None:
        about_sleep = planned("how did I sleep last week?", may_expand=True)
        assert (about_sleep.next_action, about_sleep.domain_expansion) == ("expand_domain", ("sleep",))
        why = planned("why did bench feel heavy last week?", may_expand=True)
        assert set(why.domain_expansion) == {"sleep", "nutrition", "mood"}

    def test_feedback_becomes_a_search(self) -> None:
        first = planned("what should I train today?")
        assert all("pain" not in i.topics for i in first.instructions)
        made = tuple(
            RetrievalAttempt(attempt=1, instruction=i, date_range=i.date_range) for i in first.instructions
        )
        feedback = EvaluationFeedback(
            issue="Nobody looked whether anything hurts.", suggestion="Search (topic: pain)."
        )
        again = planned("what should I train today?", retrieval_history=made, feedback=(feedback,))
        assert [i.topics for i in again.instructions] == [("pain",)]

    def test_what_was_searched_is_not_searched_again_and_then_asked(self) -> None:
        query = "why did bench feel heavy last week?"
        gap = Gap(key="sleep", description="sleep", gap_type=GapType.TOPICAL, severity="critical")
        history: tuple[RetrievalAttempt, ...] = ()
        for _ in range(2):
            found = planned(query, gaps=(gap,), retrieval_history=history)
            assert found.next_action == "retrieve"
            history += tuple(
                RetrievalAttempt(attempt=1, instruction=i, date_range=None if i.widen else i.date_range)
                for i in found.instructions
            )
        asked = planned(query, gaps=(gap,), retrieval_history=history)
        assert asked.next_action == "clarify"
        assert [g.key for g in asked.ask] == ["sleep"]
        told = UserAnswer(gap="sleep", question="?", answer="badly")
        done = planned(query, gaps=(gap,), retrieval_history=history, answers=(told,))
        assert done.next_action == "synthesize"

    @pytest.mark.parametrize(
        "query",
        [
            "",
            "   ",
            "?",
            "🏋️",
            "'; DROP TABLE entries; --",
            "a" * 20_000,
            "../../etc",
            "(((((",
            "\u202ebench?",
        ],
    )
    def test_any_text_gets_a_plan(self, query: str) -> None:
        assert planned(query).next_action in ("retrieve", "clarify", "synthesize")


def run(search: MemorySearch, *instructions: RetrievalInstruction, most: int = 100) -> RetrieverInput:
    del search
    vocabulary = load().combine(["strength"]).vocabulary
    return RetrieverInput(instructions=instructions, vocabulary=vocabulary, today=TODAY, max_entries=most)


def days_ago(start: int, end: int) -> DateRange:
    return DateRange(start=TODAY - timedelta(days=start), end=TODAY - timedelta(days=end))


def texts(entries: tuple[Entry, ...]) -> list[str]:
    return [found.text for found in entries]


class TestRetriever:
    async def test_newest_first_and_each_entry_once(self) -> None:
        search = diary(*DIARY)
        by_topic = RetrievalInstruction(strategy="topic", topics=("bench press",))
        by_word = RetrievalInstruction(strategy="keyword", keywords=("heavy",))
        found = await retrieve(run(search, by_topic, by_word), search)
        assert texts(found.entries) == ["bench 85x5 felt heavy", "bench 85x5", "bench 80x5"]
        assert [attempt.entries_found for attempt in found.attempts] == [3, 1]

    @pytest.mark.parametrize(
        ("span", "widen", "found", "searched"),
        [
            ((4, 0), True, ["bench 85x5 felt heavy", "bench 85x5"], (18, -14)),
            ((100, 70), True, ["bench 80x5"], (114, 56)),
            ((4, 0), False, [], (4, 0)),
        ],
    )
    async def test_widening(
        self, span: tuple[int, int], *, widen: bool, found: list[str], searched: tuple[int, int] | None
    ) -> None:
        search = diary(*DIARY)
        instruction = RetrievalInstruction(
            strategy="topic", topics=("bench press",), date_range=days_ago(*span), widen=widen
        )
        got = await retrieve(run(search, instruction), search)
        assert texts(got.entries) == found
        assert got.attempts[0].date_range == (days_ago(*searched) if searched else None)

    async def test_words_are_looked_for_in_all_their_spellings(self) -> None:
        search = diary((3, "benched 80 today", []), (2, "bench press 80", []))
        found = await retrieve(
            run(search, RetrievalInstruction(strategy="keyword", keywords=("bench",))), search
        )
        assert len(found.entries) == 2

    async def test_an_alias_is_a_topic_too(self) -> None:
        search = diary(*DIARY)
        found = await retrieve(run(search, RetrievalInstruction(strategy="topic", topics=("bench",))), search)
        assert len(found.entries) == 3

    async def test_the_limit_is_said_and_everything_means_everything(self) -> None:
        search = diary(*DIARY)
        bench = RetrievalInstruction(strategy="topic", topics=("bench press",))
        cut = await retrieve(run(search, bench, most=2), search)
        assert (len(cut.entries), cut.truncated) == (2, True)
        assert "newest 2" in cut.warnings[0]
        whole = await retrieve(run(search, bench.model_copy(update={"everything": True}), most=2), search)
        assert (len(whole.entries), whole.truncated) == (3, False)

    async def test_patterns_and_days(self) -> None:
        search = diary(*DIARY)
        by_glob = RetrievalInstruction(strategy="pattern", pattern="2026/11/*")
        by_day = RetrievalInstruction(strategy="date_range", date_range=days_ago(3, 3))
        found = await retrieve(run(search, by_glob, by_day), search)
        assert [attempt.entries_found for attempt in found.attempts] == [3, 1]

    async def test_nothing_is_a_warning(self) -> None:
        search = diary(*DIARY)
        found = await retrieve(run(search, RetrievalInstruction(strategy="topic", topics=("swim",))), search)
        assert found.entries == ()
        assert found.warnings == ("Nothing found for swim.",)


class TestWhy:
    QUERY = "why did my bench feel heavy on Monday?"

    async def test_searched_further_and_further_then_asked(self) -> None:
        reply = await Asker(diary(*DIARY), PROFILE).ask(self.QUERY, NOW)
        assert reply.path.count("RETRIEVE") == 2
        assert reply.path[-1] == "CLARIFY"
        reach = [(a.date_range.end - a.date_range.start).days for a in reply.attempts if a.date_range]
        assert max(reach) >= 30
        assert any(a.date_range is None for a in reply.attempts), "all there is was searched"
        assert [question.gap for question in reply.asked] == ["sleep", "stress"]

    async def test_what_is_told_explains(self) -> None:
        reply = await Asker(diary(*DIARY), PROFILE).ask(self.QUERY, NOW, ["under 6 h", None])
        assert "under 6 h" in reply.text
        assert "can explain" in reply.text
        assert reply.passed

    async def test_who_will_not_say_gets_general_reasons_marked_as_such(self) -> None:
        reply = await Asker(diary(*DIARY), PROFILE).ask(self.QUERY, NOW, [None, None])
        assert "found nothing in your log" in reply.text
        assert "In general (not from your log)" in reply.text
        assert reply.passed

    @pytest.mark.parametrize(
        ("name", "then", "usual", "expected"),
        [
            ("sleep", "4h", "7.5h", "4 h"),
            ("stress", "8", "3", "stress"),
            ("energy", "2", "5", "Energy|energy"),
            ("kcal", "1200kcal", "2500kcal", "1,200 kcal"),
        ],
    )
    async def test_a_bad_day_against_the_usual(self, name: str, then: str, usual: str, expected: str) -> None:
        days = [(ago, "", [f"{name} value={usual}"]) for ago in (8, 9, 10, 11)]
        await self.explained([(5, "", [f"{name} value={then}"]), *days], expected)

    async def test_a_painful_place(self) -> None:
        await self.explained(
            [(6, "right shoulder hurts", ["pain text=right shoulder"])], "right shoulder hurts"
        )

    async def explained(self, days: list[tuple[int, str, list[str]]], expected: str) -> None:
        reply = await Asker(diary(*DIARY, *days), PROFILE).ask(self.QUERY, NOW)
        assert re.search(expected, reply.text)
        assert not reply.asked
        assert reply.passed
        assert reply.draft is not None
        assert reply.draft.evidence

    async def test_time_off_is_seen(self) -> None:
        back = diary(
            (60, "bench 80x5", ["bench press weight=80kg reps=5"]),
            (5, "bench 80x5 heavy", ["bench press weight=80kg reps=5"]),
        )
        reply = await Asker(back, PROFILE).ask(self.QUERY, NOW)
        assert "55 days" in reply.text

    async def test_pain_elsewhere_is_quoted_but_explains_nothing(self) -> None:
        reply = await Asker(diary(*DIARY, (6, "ankle hurts", ["pain text=ankle"])), PROFILE).ask(
            self.QUERY, NOW
        )
        assert "“ankle hurts”" in reply.text
        assert "You noted pain" not in reply.text
        assert "stands out" not in reply.text
        assert reply.passed

    async def test_another_sport_around_then_loads_its_domain(self) -> None:
        search = diary(*DIARY, (6, "ran 20k", ["run distance=20km duration=2:00:00"]))
        reply = await Asker(search, PROFILE).ask(self.QUERY, NOW)
        after = reply.path[reply.path.index("ANALYZE") :]
        assert after[1] == "EXPAND_DOMAIN"
        assert "RETRIEVE" in after


class TestRecommendation:
    async def test_pain_is_looked_for_once_the_evaluator_insists(self) -> None:
        search = diary(*DIARY, (2, "shoulder hurts", ["pain text=shoulder"]))
        reply = await Asker(search, PROFILE).ask("what should I train today?", NOW)
        assert reply.path.count("EVALUATE") == 2
        assert any("pain" in attempt.instruction.topics for attempt in reply.attempts)
        assert "shoulder hurts" in reply.text
        assert "bench press today" not in reply.text
        assert reply.passed

    async def test_nothing_logged_is_said(self) -> None:
        reply = await Asker(diary(), PROFILE).ask("what should I train today?", NOW)
        assert "no training yet" in reply.text


class TestNoData:
    @pytest.mark.parametrize(
        "query", ["how's my swimming progress?", "longest swim?", "when did I last swim?"]
    )
    async def test_never_logged(self, query: str) -> None:
        reply = await Asker(diary(*DIARY), PROFILE).ask(query, NOW)
        assert "You have logged no swimming." in reply.text
        assert reply.analysis is not None
        assert reply.analysis.verdict is Sufficiency.SUFFICIENT
        assert reply.passed

    async def test_not_then_but_then(self) -> None:
        reply = await Asker(diary(*DIARY), PROFILE).ask("how often did I bench in September?", NOW)
        assert "You logged bench press on 1 day" in reply.text or "days a week" in reply.text
        reply = await Asker(diary(*DIARY), PROFILE).ask("what did I deadlift last week?", NOW)
        assert "no deadlift last week" in reply.text
        assert "Wed 18 Nov" in reply.text

    async def test_an_empty_diary(self) -> None:
        reply = await Asker(diary(), PROFILE).ask("how was my week?", NOW)
        assert reply.text
        assert reply.passed


async def test_every_figure_names_entries_that_exist() -> None:
    search = diary(*DIARY)
    known = {found.id for found in search.entries}
    for query in ("bench PR?", "how many times did I bench?", "is my bench going up?", "total bench volume?"):
        reply = await Asker(search, PROFILE).ask(query, NOW)
        assert reply.draft is not None
        assert reply.draft.figures
        assert {e for figure in reply.draft.figures for e in figure.entries} <= known
        assert set(reply.draft.evidence) <= known
