"""Weights are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.calibrate import write


def test_weights_that_could_not_be_written_leave_those_before(tmp_path: Path) -> None:
    weights = tmp_path / "weights.json"
    write(weights, {"bar": 0.5})
    with pytest.raises(UnicodeEncodeError):
        write(weights, {"bar": 0.6, "words": ["\ud800"]})
    assert weights.read_text("utf-8") == '{\n"bar": 0.5\n}\n'
    write(weights, {"bar": 0.6})
    assert [*tmp_path.iterdir()] == [weights]
