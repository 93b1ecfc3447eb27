"""Rows of `data/rules`: each reads its examples, and few fire for too few training messages."""

from __future__ import annotations

import pytest

from evals import rules as counted
from evals.rules import EXCEPTIONS, Row, every_row, fires

_EXAMPLES = [(row, example) for row, rule in every_row() for example in rule.examples]


@pytest.mark.parametrize(("row", "example"), _EXAMPLES, ids=[example for _, example in _EXAMPLES])
def test_a_row_reads_its_example(row: Row, example: str) -> None:
    assert row in fires(example)


def test_few_rows_are_for_few_messages_and_say_why() -> None:
    seldom = counted.seldom(hurried=True)
    assert [one.row.pattern for one in seldom if not one.why] == []
    assert len(seldom) <= EXCEPTIONS * sum(1 for _ in every_row())
