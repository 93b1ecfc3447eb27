"""Three diaries, their questions, and what an answer must and must not say (tests/evals/questions/*.yaml)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

import pytest
import yaml
from pydantic import BaseModel, ConfigDict

from bot.evals.diary import Person
from bot.evals.loading import EXAMPLES, people
from tests.agents.offline.asking import Asker, MemorySearch, Reply

FOLDER = EXAMPLES / "questions"


class Question(BaseModel):
    """A question and what must hold for its answer; patterns are regular expressions."""

    model_config = ConfigDict(extra="forbid")

    ask: str
    now: datetime | None = None
    say: list[str] = []
    not_: list[str] = []
    ask_back: list[str] = []
    no_data: str | None = None


@dataclass(frozen=True)
class Case:
    """One conversation of one person."""

    person: Person
    thread: tuple[Question, ...]

    @property
    def id(self) -> str:
        return f"{self.person.name}: {' / '.join(question.ask for question in self.thread)}"


def conversations(name: str) -> list[list[Question]]:
    """What a person asks; what stands alone is a conversation of one question."""
    raw = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))["questions"]
    return [
        [
            Question.model_validate({("not_" if key == "not" else key): told for key, told in one.items()})
            for one in item.get("thread", [item])
        ]
        for item in raw
    ]


CASES = [
    Case(person, tuple(thread)) for name, person in people(EXAMPLES).items() for thread in conversations(name)
]
_NONE = re.compile(r"logged no|never|found nothing|없어요|찾지 못", re.IGNORECASE)


def asker(person: Person) -> Asker:
    return Asker(MemorySearch(person.entries()), person.profile)


def complaints(question: Question, reply: Reply) -> list[str]:
    """What is wrong with a reply; none = it is right."""
    text = reply.text
    if question.ask_back:
        asked = " ".join(f"{q.question} {' '.join(q.options)}" for q in reply.asked)
        return (
            [f"must ask {p!r}" for p in question.ask_back if not re.search(p, asked)]
            if asked
            else ["must ask"]
        )
    wrong = [f"must say {pattern!r}" for pattern in question.say if not re.search(pattern, text)]
    wrong += [f"must not say {pattern!r}" for pattern in question.not_ if re.search(pattern, text)]
    if question.no_data and not (_NONE.search(text) and question.no_data in text):
        wrong.append(f"must say that there is no {question.no_data}")
    if reply.asked:
        wrong.append(f"must not ask back: {reply.asked[0].question}")
    if not reply.passed:
        wrong.append(f"the evaluator refused it: {reply.feedback[-1].issue if reply.feedback else ''}")
    return wrong


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_question(case: Case) -> None:
    talking = asker(case.person)
    for question in case.thread:
        reply = await talking.ask(question.ask, question.now or case.person.now)
        assert not complaints(question, reply), f"{complaints(question, reply)}\n{reply.text}\n{reply.path}"
