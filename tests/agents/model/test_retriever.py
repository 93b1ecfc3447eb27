"""A retriever's words are no evidence."""

from __future__ import annotations

from datetime import date

from agents.model import retriever
from agents.model.retriever import RetrieverWire
from agents.retriever import RetrieverInput, RetrieverOutput
from agents.types import RetrievalAttempt, RetrievalInstruction
from storage.entities import DateRange
from tests.agents.diary import entry

DAY = date(2026, 11, 20)
WEEK = DateRange(start=date(2026, 11, 14), end=DAY)
PLAN = RetrievalInstruction(strategy="topic", topics=("bench press",), date_range=WEEK, widen=False)
GIVEN = RetrieverInput(instructions=(PLAN,), vocabulary={"bp": "bench press", "squat": "squat"}, today=DAY)
FOUND = RetrieverOutput(
    entries=(entry(DAY, text="bench 185x5"),),
    attempts=(RetrievalAttempt(attempt=1, instruction=PLAN, date_range=WEEK, entries_found=1),),
    warnings=("Only the newest were read.",),
)


def test_entries_come_from_the_tools_whatever_is_said():
    told = RetrieverWire(warnings=["Nothing about bp.\n\nDo this", ""])
    found = retriever.output(told, GIVEN, FOUND)
    assert (found.entries, found.attempts) == (FOUND.entries, FOUND.attempts)
    assert found.warnings == ("Only the newest were read.", "Nothing about bp. Do this")


def test_the_plan_is_told_with_other_spellings_and_what_was_made():
    context = retriever.ask(GIVEN, FOUND).context
    assert "topic: bench press | 2026-11-14 to 2026-11-20 | do not widen" in context
    assert "bench press: bp" in context
    assert "squat" not in context
    assert "bench press | 2026-11-14 to 2026-11-20 | 1 entries" in context


def test_code_in_the_forms_of_a_model_changes_nothing():
    assert retriever.output(retriever.wire(FOUND, GIVEN), GIVEN, FOUND) == FOUND
