"""Route, parse and plan in one call."""

from __future__ import annotations

from agents.facts import STATISTICS
from agents.model import parser, planner, reading, router
from agents.model.calls.ask import Ask
from agents.model.planner_wire import FigureWire
from agents.model.reading import FullReading, LogReading, QuestionReading
from agents.types import InputType
from tests.agents.model.given import LIMITS, to_parse, to_plan, to_route

BOTH = "Bench 100x5 felt great, how does that compare to last week?"


def test_what_is_wanted_decides_what_is_asked() -> None:
    routed, log, question = to_route(BOTH), to_parse("bench 100x5"), to_plan("how does that compare?")
    only_log = reading.ask(*routed, log=log, limits=LIMITS)
    only_question = reading.ask(*routed, question=question, limits=LIMITS)
    everything = reading.ask(*routed, log=log, question=question, limits=LIMITS)
    assert (only_log.output, only_log.with_agents) == (LogReading, ("parser",))
    assert (only_question.output, only_question.with_agents) == (QuestionReading, ("planner",))
    assert (everything.output, everything.with_agents) == (FullReading, ("parser", "planner"))
    assert {ask.agent for ask in (only_log, only_question, everything)} == {"router"}


def test_a_plan_is_asked_for_with_the_domains_loaded_and_a_line_for_each_statistic() -> None:
    ask = reading.ask(*to_route(BOTH), question=to_plan("why was my bench so heavy?"), limits=LIMITS)
    assert "# Domains loaded\ngeneral, " in ask.context
    described = str(FigureWire.model_json_schema()["properties"]["statistic"]["description"])
    assert [line.partition(": ")[0] for line in described.splitlines()] == list(STATISTICS)


def test_the_instructions_are_the_same_for_every_message() -> None:
    one = reading.ask(*to_route(BOTH), log=to_parse(BOTH), limits=LIMITS)
    other = reading.ask(*to_route("어제 7시간 잤다"), log=to_parse("어제 7시간 잤다"), limits=LIMITS)
    assert one.instructions == other.instructions
    assert BOTH not in one.instructions
    assert one.context.rstrip().endswith(">")
    assert one.context.count(BOTH) == 1


def test_each_part_is_read_by_its_own_agent() -> None:
    given, floor = to_route(BOTH)
    log, question = to_parse("bench 100x5 felt great"), to_plan("how does my bench compare to last week?")
    ask = reading.ask(given, floor, log=log, question=question, limits=LIMITS)
    told = ask.output.model_validate_json(_floor(ask))
    routed = router.output(told.routed, given, floor)
    assert routed.input_type is InputType.BOTH
    assert told.read is not None
    assert told.planned is not None
    assert parser.output(told.read, *log).entries[0].measures == log[1].entries[0].measures
    assert planner.output(told.planned, *question).next_action == question[1].next_action


def test_a_part_that_is_missing_is_none() -> None:
    ask = reading.ask(*to_route("bench 100x5"), log=to_parse("bench 100x5"), limits=LIMITS)
    told = ask.output.model_validate(
        {"reasoning": "x", "domains": [], "confidence": 1, "log": None, "input_type": "chat"}
    )
    assert told.read is None
    assert told.planned is None


def _floor(ask: Ask[reading.ReadingWire]) -> str:
    assert ask.floor is not None
    return ask.floor().model_dump_json()
