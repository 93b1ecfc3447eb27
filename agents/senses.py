"""Ears and eyes: what turns a voice note or a picture into the words its sender would have typed."""

from __future__ import annotations

from typing import Protocol

from agents.profile import Profile


class SensesFailed(Exception):  # noqa: N818 - what happened, not an error of ours
    """No model made anything of it; `out_of_budget`: none was asked because the money is spent."""

    def __init__(self, *, out_of_budget: bool = False) -> None:
        super().__init__("the budget is spent" if out_of_budget else "no model answered")
        self.out_of_budget = out_of_budget


class Senses(Protocol):
    """Asked within a session, to which the calls are put down."""

    @property
    def hears(self) -> bool:
        """Whether a model for voice is configured."""
        ...

    @property
    def sees(self) -> bool:
        """Whether a model for pictures is configured."""
        ...

    async def hear(self, audio: bytes, filename: str) -> str:
        """What is said; empty when there are no words in it. Raises SensesFailed."""
        ...

    async def see(self, picture: bytes, media_type: str, caption: str, profile: Profile) -> str:
        """What the sender would have typed; empty when nothing on it can be logged. Raises SensesFailed."""
        ...
