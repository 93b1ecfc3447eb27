"""What foods hold, for estimates only: a small table of the U.S. Department of Agriculture's values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

import yaml
from pydantic import Field, TypeAdapter, field_validator

from domains.model import Frozen

_FILE = Path(__file__).parent / "food_data" / "usda.yaml"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Food(Frozen):
    """One food; `usda` is its description in FNDDS, by which the value can be looked up."""

    usda: str
    kcal: float = Field(ge=0, le=900)
    """In 100 g."""
    portion: float = Field(gt=0, le=1000)
    """Grams of one, or of a usual helping."""
    en: tuple[str, ...]
    ko: tuple[str, ...]

    @field_validator("en", "ko", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        """In YAML a line of words with commas."""
        return tuple(word.strip() for word in value.split(",")) if isinstance(value, str) else value


class Foods:
    """The table, by the words for foods."""

    def __init__(self, table: Mapping[str, Food]) -> None:
        self.table = table

    @cached_property
    def terms(self) -> dict[str, str]:
        """Every word for a food (lower case) to its name in the table."""
        return {term: name for name, food in self.table.items() for term in (name, *food.en, *food.ko)}

    def named(self, words: str) -> str | None:
        """The food that is called so, in the singular or the plural; nothing near is taken for it."""
        forms = (words, words.removesuffix("s"), words.removesuffix("es"))
        return next((self.terms[form] for form in forms if form in self.terms), None)


@cache
def foods() -> Foods:
    """The packaged table, read when something is first estimated."""
    read: object = yaml.load(_FILE.read_text("utf-8"), Loader=_LOADER)  # noqa: S506 - a safe loader
    return Foods(TypeAdapter(dict[str, Food]).validate_python(read))
