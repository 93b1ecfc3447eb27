"""Each symbol of `data/LANGUAGE/words.yaml` serves somebody: a row, code, or a fitted weight."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import agents
from agents.language.words import log_words

HOME = Path(agents.__file__).parent
_NAME = re.compile(r"[A-Z][A-Z0-9_]+")
KNOWN = "KNOWN"
"""Words of training that only have to be known, so that none is a slip of letters or a name."""


def in_rows() -> set[str]:
    return {
        name
        for path in (HOME / "language/data/rules").glob("*.yaml")
        for name in _NAME.findall(path.read_text("utf-8"))
    }


def in_code() -> set[str]:
    trees = (
        ast.parse(path.read_text("utf-8"))
        for part in ("language", "offline")
        for path in (HOME / part).rglob("*.py")
    )
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def in_weights() -> set[str]:
    held = [
        json.loads((HOME / f"language/data/{name}.json").read_text("utf-8"))
        for name in ("confidence", "evidence")
    ]
    features = [*held[0], *held[1]["first"], *held[1]["then"]]
    return {name for feature in features for name in _NAME.findall(feature)}


def test_every_symbol_is_named_by_a_row_by_code_or_by_a_weight() -> None:
    named = in_rows() | in_code() | in_weights() | {KNOWN}
    symbols = {symbol for file in log_words() for symbol in (*file.symbols, *file.ends, *file.kinds)}
    assert symbols - named == set()
