"""What every benchmark prints."""

from __future__ import annotations

from storage.entities import Frozen


def told(found: Frozen, *, json: bool) -> None:
    """A row a figure, and all of them as the last line; with `json` only that."""
    if not json:
        width = max(map(len, type(found).model_fields))
        for name, value in found:
            print(f"{name:>{width}}  {value}")
    print(found.model_dump_json())
