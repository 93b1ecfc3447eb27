"""Values that a prompt explains are those that its form takes: neither can change without the other."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from agents.model.analyzer import GapWire
from agents.model.context.prompts import prompt
from agents.model.evaluator import EvaluatorWire, JudgedWire
from agents.model.observer import UpdateWire
from agents.model.planner_wire import GapWire as PlannedGap
from agents.model.planner_wire import PartWire, PlannerWire
from agents.model.router import RouterWire
from agents.model.settings import AgentName


def _bullets(block: str) -> list[str]:
    return re.findall(r"^- (\w+)", block, re.MULTILINE)


def _table(block: str) -> list[str]:
    return re.findall(r"^\| (\w+) \|", block, re.MULTILINE)[1:]


def _sentence(block: str) -> list[str]:
    """What leads each piece of it, remarks in brackets aside."""
    plain = re.sub(r"\([^)]*\)", "", block).split(".")[0]
    return [piece.split()[0] for piece in re.split(r"[,;]|\bor\b|\band\b", plain)]


def _explained(block: str) -> list[str]:
    return re.findall(r"(?:^|\. )(\w+):", block.split("\n", maxsplit=1)[0])


@dataclass(frozen=True, slots=True)
class Named:
    """Where a prompt names the values of a field. `silent`: those that are not its agent's to choose."""

    agent: AgentName
    after: str
    read: Callable[[str], list[str]]
    form: type[BaseModel]
    field: str
    silent: frozenset[str] = frozenset()

    def told(self) -> list[str]:
        _, found, rest = prompt(self.agent).instructions.partition(self.after)
        assert found, f"{self.agent}.md no longer says {self.after!r}"
        return self.read(rest.lstrip().split("\n\n")[0])

    def taken(self) -> set[str]:
        schema = self.form.model_json_schema()
        field = schema["properties"][self.field]
        kind = schema["$defs"][field["$ref"].rpartition("/")[2]] if "$ref" in field else field
        return set(kind["enum"])


NAMED = (
    Named("router", "What it can be:", _bullets, RouterWire, "input_type"),
    Named("planner", "What happens next:", _bullets, PlannerWire, "next_action"),
    Named("planner", "The type of a part:", _sentence, PartWire, "type"),
    Named("planner", "What is missing is a gap:", _sentence, PlannedGap, "kind", frozenset({"figure"})),
    Named("analyzer", "Kinds of gaps:", _table, GapWire, "gap_type"),
    Named("evaluator", "Judge what code cannot:", _bullets, JudgedWire, "dimension"),
    Named("evaluator", "The recommendation:", _sentence, EvaluatorWire, "recommendation"),
    Named("observer", "Worth a line:", _bullets, UpdateWire, "category"),
    Named("observer", "in other words.\n- ", _explained, UpdateWire, "confidence"),
)


@pytest.mark.parametrize("named", NAMED, ids=lambda named: f"{named.agent}-{named.field}")
def test_a_prompt_names_each_value_that_its_form_takes_and_no_other(named: Named) -> None:
    told = named.told()
    assert len(told) == len(set(told))
    assert set(told) == named.taken() - named.silent
