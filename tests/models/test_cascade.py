"""What is made of failures: tries, reminders, kept fields, the next provider, time, money, and the record."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

import pytest

from agents.model.calls.ask import ModelsFailed, Outcome, Unasked
from agents.session import enter
from tests.models.answers import Fault, after, exactly, text
from tests.models.server import ModelServer
from tests.models.wired import GOOD, Books, Heard, Item, asking, cascade, session, unseen

FLOOR = Heard(text="the floor's", items=(Item(name="floor"),), sure=False, verdict="chat")


async def test_a_provider_is_tried_three_times_and_then_the_next_one(
    server: ModelServer, spare: ModelServer
) -> None:
    server.always("*", Fault.SERVER_ERROR)
    spare.always("*", exactly(GOOD))
    books, run = Books(), session()
    enter(run)
    heard = await cascade(server.llm(fallback=spare), books).ask(asking(with_agents=("parser",)))

    assert heard.verdict == "log"
    told = [(call.provider, call.attempt, call.outcome) for call in books.calls]
    assert told == [
        ("scripted", 1, "server_error"),
        ("scripted", 2, "server_error"),
        ("scripted", 3, "server_error"),
        ("spare", 1, "ok"),
    ]
    assert run.calls == 4
    assert {(call.turn_id, call.user_id, call.kind, call.also) for call in books.calls} == {
        ("t1", 7, "log", ("parser",))
    }


async def test_what_no_second_try_mends_is_passed_on_at_once(server: ModelServer, spare: ModelServer) -> None:
    spare.always("*", exactly(GOOD))
    for fault in (Fault.UNAUTHORIZED, Fault.BAD_REQUEST, Fault.REFUSAL, Fault.HUGE):
        server.forget()
        server.always("*", fault)
        await cascade(server.llm(fallback=spare)).ask(asking())
        assert len(server.asked) == 1, fault


async def test_a_provider_is_waited_for_as_long_as_it_asks(server: ModelServer) -> None:
    server.retry_after = 1
    server.script("*", Fault.RATE_LIMITED, exactly(GOOD))
    await cascade(server.llm()).ask(asking())
    first, second = server.asked
    assert 0.95 < second.at - first.at < 5


async def test_one_that_wants_to_be_left_alone_for_long_is(server: ModelServer, spare: ModelServer) -> None:
    server.retry_after = 60
    server.always("*", Fault.RATE_LIMITED)
    spare.always("*", exactly(GOOD))
    asked = cascade(server.llm(fallback=spare))
    for _ in range(3):
        assert (await asked.ask(asking())).verdict == "log"
    assert len(server.asked) == 1


async def test_a_dead_provider_is_left_alone_until_a_probe_finds_it_well(server: ModelServer) -> None:
    server.always("*", Fault.UNAVAILABLE)
    asked = cascade(server.llm(), breaker_failures=4, breaker_seconds=2)
    reasons: list[str] = []
    for _ in range(3):
        with pytest.raises(ModelsFailed) as failed:
            await asked.ask(asking())
        reasons.append(failed.value.reason)
    assert reasons == [Outcome.SERVER_ERROR, Outcome.SERVER_ERROR, Unasked.BREAKER]
    assert len(server.asked) == 4

    server.always("*", exactly(GOOD))
    await asyncio.sleep(2)
    answers = await asyncio.gather(*(asked.ask(asking()) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(answer, Heard) for answer in answers) == 1, "one probe at a time"
    assert (await asked.ask(asking())).verdict == "log"


async def test_so_many_calls_at_once_and_no_more(server: ModelServer) -> None:
    server.always("*", after(0.05, exactly(GOOD)))
    settings = server.llm(providers={"scripted": {**server.provider(), "parallel": 3}})
    asked = cascade(settings)
    await asyncio.gather(*(asked.ask(asking()) for _ in range(12)))
    assert (len(server.asked), server.at_once_max) == (12, 3)


async def test_a_slow_provider_delays_nobody_else(server: ModelServer, spare: ModelServer) -> None:
    server.always("*", after(60, exactly(GOOD)))
    spare.always("*", exactly(GOOD))
    slow = {**server.provider(), "parallel": 2}
    settings = server.llm(
        fallback=spare,
        providers={"scripted": slow, "spare": spare.provider()},
        agents={"parser": {"tier": "low", "provider": "spare"}},
    )
    asked = cascade(settings, low_seconds=50)
    await asked.warm()
    waiting = [asyncio.create_task(asked.ask(asking())) for _ in range(10)]
    await server.has_been_asked(2)
    await asyncio.gather(*(asked.ask(asking(agent="parser")) for _ in range(10)))
    assert not any(task.done() for task in waiting)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_who_waits_for_a_provider_that_hangs_goes_to_the_next_one_once_that_is_known(
    server: ModelServer, spare: ModelServer
) -> None:
    server.always("*", Fault.HANG)
    spare.always("*", exactly(GOOD))
    hung = {**server.provider(), "parallel": 2}
    settings = server.llm(fallback=spare, providers={"scripted": hung, "spare": spare.provider()})
    asked = cascade(settings, tries=1, breaker_failures=3, low_seconds=1.5, turn_seconds=30)
    answers = await asyncio.gather(*(asked.ask(asking()) for _ in range(8)))
    assert [answer.verdict for answer in answers] == ["log"] * 8
    assert len(spare.asked) == 8
    assert 3 <= len(server.asked) <= 4, "two at once until three have failed"


async def test_a_reminder_carries_what_was_wrong(server: ModelServer) -> None:
    for output in ("tool", "native"):
        server.forget()
        settings = server.llm(providers={"scripted": {**server.provider(), "output": output}})
        server.script("*", exactly({**GOOD, "sure": "perhaps"}), text("It is a log."), exactly(GOOD))
        books = Books()
        assert (await cascade(settings, books).ask(asking())).sure
        assert books.outcomes == ["malformed", "malformed", "ok"]
        assert "sure: bool_parsing" in books.calls[0].detail
        reminder = str(server.asked[1].messages[-1]["content"])
        assert "sure" in reminder
        assert "boolean" in reminder


@pytest.mark.parametrize("streamed", [False, True])
async def test_the_fields_that_are_good_are_kept(server: ModelServer, streamed: bool) -> None:
    items = [{"name": "squat", "sets": 3}, {"name": 5}, {"name": "row"}]
    server.always("*", exactly({"text": "mine", "items": items, "sure": "perhaps", "extra": 1}))
    books = Books()
    heard = await cascade(server.llm(), books).ask(
        asking(floor=lambda: FLOOR, partial=unseen if streamed else None)
    )

    kept = (Item(name="squat", sets=3), Item(name="row"))
    assert heard == Heard(text="mine", items=kept, sure=False, verdict="chat")
    assert books.outcomes == ["malformed", "malformed", "kept"]


async def test_of_an_answer_that_breaks_off_the_beginning_is_kept(server: ModelServer) -> None:
    server.always("*", text('{"text": "mine", "items": [{"name": "squat", "sets": 3}, {"name": "ro'))
    heard = await cascade(server.llm(), Books()).ask(asking(floor=lambda: FLOOR))
    assert (heard.text, heard.items[0].sets, heard.verdict) == ("mine", 3, "chat")


async def test_nothing_good_goes_to_the_next_provider(server: ModelServer, spare: ModelServer) -> None:
    server.always("*", Fault.WRONG_SCHEMA)
    spare.always("*", exactly(GOOD))
    books = Books()
    heard = await cascade(server.llm(fallback=spare), books).ask(asking(floor=lambda: FLOOR))
    assert heard.verdict == "log"
    assert books.outcomes == ["malformed"] * 3 + ["ok"]


async def test_the_person_is_answered_in_time(server: ModelServer, spare: ModelServer) -> None:
    server.always("*", Fault.HANG)
    spare.always("*", Fault.HANG)
    asked = cascade(server.llm(fallback=spare), turn_seconds=0.8, low_seconds=3)
    await asked.warm()
    enter(session())
    began = time.monotonic()
    with pytest.raises(ModelsFailed) as failed:
        await asked.ask(asking())
    assert failed.value.reason == Unasked.OUT_OF_TIME
    assert time.monotonic() - began < 8, "not for as long as both providers and all tries may take"


async def test_money_is_looked_at_before_the_call_and_calls_under_way_count(server: ModelServer) -> None:
    provider = {**server.provider(), "api": "openai"}
    budget = {"user_day": 0.013}  # each call is expected to cost 0.005 and a little
    settings = server.llm(providers={"scripted": provider}, budget=budget)
    server.always("*", after(0.2, exactly(GOOD)))
    books, run = Books(), session()
    enter(run)
    asked = cascade(settings, books)
    answers = await asyncio.gather(*(asked.ask(asking()) for _ in range(10)), return_exceptions=True)

    assert sum(isinstance(answer, Heard) for answer in answers) == 2
    refused = {answer.reason for answer in answers if isinstance(answer, ModelsFailed)}
    assert refused == {Unasked.BUDGET_DAY}
    assert (len(server.asked), run.calls, len(books.calls)) == (2, 2, 2)
    assert books.since[0] == datetime(2026, 11, 21, 15, tzinfo=UTC), "midnight in Seoul"
    assert (await asked.ask(asking())).verdict == "log", "what was kept for them is free again"


async def test_answers_are_expected_to_be_as_long_as_the_latest_and_what_was_really_used_counts(
    server: ModelServer,
) -> None:
    provider = {**server.provider(), "api": "openai"}
    settings = server.llm(providers={"scripted": provider}, budget={"user_day": 0.025})
    long = exactly({**GOOD, "text": "bench " * 1000})
    server.script("router", long, exactly(GOOD))
    server.script("planner", exactly(GOOD))
    books = Books()
    asked = cascade(settings, books)
    assert (await asked.ask(asking())).verdict == "log", "nobody knew how long it would be"
    spent = sum(call.price_usd for call in books.calls)
    assert 0.015 < spent < 0.018
    with pytest.raises(ModelsFailed) as failed:
        await asked.ask(asking())
    assert failed.value.reason == Unasked.BUDGET_DAY, "as long again does not fit"
    assert (await asked.ask(asking(agent="planner", tier="low"))).verdict == "log", "another agent's does"


async def test_a_budget_smaller_than_the_longest_answer_is_one(server: ModelServer) -> None:
    provider = {**server.provider(), "api": "openai"}
    settings = server.llm(providers={"scripted": provider}, budget={"user_day": 0.01, "unknown_price": 15})
    server.always("*", exactly(GOOD))
    books = Books()
    assert (await cascade(settings, books, output_tokens=4000).ask(asking())).verdict == "log"
    assert 0 < sum(call.price_usd for call in books.calls) < 0.01


async def test_what_a_provider_was_at_when_it_was_given_up_counts_as_sent(server: ModelServer) -> None:
    """A time-out, a stream that breaks off, a cancelled call; a provider that answers no is not paid."""
    provider = {**server.provider(), "api": "openai"}
    settings = server.llm(providers={"scripted": provider})
    costs: dict[Fault, bool] = {}
    faults = (Fault.HANG, Fault.DRIP, Fault.RESET_BODY, Fault.RESET, Fault.SERVER_ERROR, Fault.RATE_LIMITED)
    for fault in faults:
        server.always("*", fault)
        books = Books()
        patience = 0.5 if fault in {Fault.HANG, Fault.DRIP} else 20
        asked = cascade(settings, books, tries=1, reminders=0, low_seconds=patience, backoff_max_seconds=0)
        with pytest.raises(ModelsFailed):
            await asked.ask(asking(partial=unseen))
        (call,) = books.calls
        assert call.output_tokens == 0
        assert (call.price_usd > 0) == (call.input_tokens > 0)
        costs[fault] = call.price_usd > 0
    assert [fault for fault in faults if costs[fault]] == [Fault.HANG, Fault.DRIP, Fault.RESET_BODY]


async def test_the_month_has_a_cap_of_its_own(server: ModelServer) -> None:
    provider = {**server.provider(), "api": "openai"}
    settings = server.llm(providers={"scripted": provider}, budget={"user_month": 5})
    with pytest.raises(ModelsFailed) as failed:
        await cascade(settings, Books(before=5)).ask(asking())
    assert failed.value.reason == Unasked.BUDGET_MONTH
    assert not server.asked


async def test_a_model_that_costs_nothing_is_asked_when_the_money_is_spent(
    server: ModelServer, spare: ModelServer
) -> None:
    spare.always("*", exactly(GOOD))
    providers = {"scripted": {**server.provider(), "api": "openai"}, "spare": spare.provider("ollama")}
    settings = server.llm(fallback=spare, fallback_api="ollama", providers=providers, budget={"user_day": 1})
    assert (await cascade(settings, Books(before=1)).ask(asking())).verdict == "log"
    assert not server.asked


async def test_a_ledger_that_fails_stops_no_answer(
    server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.always("*", exactly(GOOD))
    assert (await cascade(server.llm(), Books(broken=True)).ask(asking())).verdict == "log"
    assert "not recorded" in caplog.text


async def test_a_quick_answer_is_the_low_tiers(server: ModelServer) -> None:
    server.always("*", exactly(GOOD))
    for quick, model in (("low", "scripted-low"), ("offline", "scripted-high")):
        enter(session(mode="quick"))
        books = Books()
        await cascade(server.llm(quick=quick), books).ask(asking(agent="planner"))
        assert (server.asked[-1].model, books.calls[0].mode) == (model, "quick")


async def test_a_check_calls_once_whatever_happened_before(server: ModelServer) -> None:
    settings, books = server.llm(), Books()
    asked = cascade(settings, books, breaker_failures=1)
    server.always("*", Fault.UNAVAILABLE)
    down = [await asked.check(settings.target("scripted", tier)) for tier in ("low", "high")]
    assert [(each.outcome, each.structured) for each in down] == [(Outcome.SERVER_ERROR, False)] * 2
    server.always("*", None)
    well = await asked.check(settings.target("scripted", "medium"))
    assert (well.outcome, well.structured, well.price.usd) == (Outcome.OK, True, 0)
    assert well.seconds > 0
    assert {call.kind for call in books.calls} == {"check"}
    assert len(server.asked) == 3
