"""A weak model, about as one of 8B parameters: right in the main, careless about every form.

It answers in prose with the JSON somewhere in it, flat, and writes the numbers that it sees instead of slots.
"""

from __future__ import annotations

import json
import re

from tests.models.answers import Answer
from tests.models.asked import Asked
from tests.models.filling import Json

_VALUE = re.compile(r"^F\d+ (?P<value>[^=]+?) = (?P<what>[^,\[]+)(?:.*?, day (?P<day>[\d-]+))?", re.MULTILINE)
_LOAD = re.compile(r"(?P<weight>\d+)\s*(?P<unit>kg|lb).*?(?P<reps>\d+) (?:reps|times)")


def weak(asked: Asked) -> Answer:
    """What it says to whoever asks."""
    said = json.dumps(_FIELDS.get(asked.agent, _nothing)(asked))
    return Answer(said=f"Sure! Here is what I found:\n\n{said}\n\nLet me know if you need anything else.")


def _message(asked: Asked) -> str:
    found = re.search(r"<(?:message|question)-(\w+)>\n(.*?)\n</", asked.user, re.DOTALL)
    return found[2] if found else ""


def _routed(asked: Asked) -> Json:
    asks = "?" in _message(asked)
    return {
        "reasoning": "because",
        "domains": ["strength"],
        "confidence": 1,
        "input_type": "query" if asks else "log",
    }


def _parsed(asked: Asked) -> Json:
    found = _LOAD.search(_message(asked))
    row: Json = {"name": "bench press", **(found.groupdict() if found else {})}
    row["weight_unit"] = row.pop("unit", None)
    return {"rows": [row]}


def _planned(asked: Asked) -> Json:
    asks_best = {"statistic": "record", "quantity": "weight"}
    return {"type": "simple", "about": ["bench press"], "start": "", "end": "", **asks_best}


def _worded(asked: Asked) -> Json:
    """The first value that it is shown, in digits, with its day."""
    found = _VALUE.search(asked.user)
    if found is None:
        return {"response": "Nothing is recorded about that."}
    day = f" on {found['day']}" if found["day"] else ""
    return {"response": f"Your best bench press is {found['value'].strip()}{day}."}


def _nothing(asked: Asked) -> Json:
    return {}


_FIELDS = {"router": _routed, "parser": _parsed, "planner": _planned, "synthesizer": _worded}
