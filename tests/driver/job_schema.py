"""The JSON Schema of a layer of a job's type, for editors: `python -m tests.driver.job_schema` writes it.

Nothing is required: what a layer leaves out comes from those that it extends.
"""

from __future__ import annotations

import json

from pydantic import JsonValue, TypeAdapter

from agents.jobs.kinds import FOLDER, JobType

FILE = FOLDER / "schema.json"
_SCHEMA = TypeAdapter(dict[str, JsonValue])


def schema() -> str:
    """Of the one model that checks types; a line a definition."""
    whole = _SCHEMA.validate_python(_bare(JobType.model_json_schema()))
    defs = whole.pop("$defs")
    assert isinstance(defs, dict)
    rest = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items()]
    lines = [f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in sorted(defs.items())]
    inner = ",\n".join(lines)
    return "{\n" + ",\n".join(rest) + ',\n"$defs": {\n' + inner + "\n}\n}\n"


def _bare(node: JsonValue, *, names: bool = False) -> JsonValue:
    """Without titles and what is required. `names`: the keys are those of the file's own."""
    if isinstance(node, list):
        return [_bare(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _bare(value, names=key == "properties" and not names)
        for key, value in node.items()
        if names or key not in ("title", "required")
    }


if __name__ == "__main__":
    FILE.write_text(schema(), encoding="utf-8")
