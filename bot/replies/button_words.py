"""What buttons say, as words for where there are none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bot.texts import Wording

A = TypeVar("A", bound=str)


def acts_by_words(say: Wording, of: str, acts: Iterable[A]) -> dict[str, A]:
    """What can be typed, in the person's language, to what it does: buttons' words without their signs."""
    return {say.label(f"{of}.button.{act}").split(" ", 1)[-1].casefold(): act for act in acts}
