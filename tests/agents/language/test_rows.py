"""Rows of `data/rules`: each reads its examples, and few fire for too few training messages."""

from __future__ import annotations

import pytest

from evals.rules import Row, every_row, fires

_EXAMPLES = [
    (row, example)
    for row, rule in every_row()
    for example in rule.examples
    if row.family in ("quantities", "figures")
]


@pytest.mark.parametrize(("row", "example"), _EXAMPLES, ids=[example for _, example in _EXAMPLES])
def test_a_row_reads_its_example(row: Row, example: str) -> None:
    assert row in fires(example)
