"""Measures as a table of text, one a line: what many exercises need, and quicker to load than YAML."""

from __future__ import annotations

_COLUMNS = ("en", "ko", "equipment", "muscles", "secondary", "traits", "avoid")
"""After the name; `#` begins a line of comment."""


def measures_in(text: str) -> dict[str, object]:
    """The mapping that YAML would give: name to its keys, what is empty left out. Raises ValueError."""
    found: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        name, *cells = (cell.strip() for cell in line.split("|"))
        if not name or len(cells) > len(_COLUMNS) or name in found:
            raise ValueError(f"line {number}: {name!r} is no exercise of its own with its columns")
        rest: dict[str, object] = {key: cell for key, cell in zip(_COLUMNS, cells, strict=False) if cell}
        for trait in str(rest.pop("traits", "")).split(","):
            kind, _, share = trait.strip().partition(" ")
            if kind == "one":
                rest["unilateral"] = True
            elif kind == "bw":
                rest["bodyweight"] = share
            elif kind:
                raise ValueError(f"line {number}: {trait.strip()!r} is no trait")
        found[name] = rest
    return found
