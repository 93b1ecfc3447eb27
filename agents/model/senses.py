"""The senses as models play them: a transcription for voice, one structured call for a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from pydantic import BaseModel, Field

from agents.model.calls.ask import Models, ModelsFailed, Picture, Unasked
from agents.model.checks.cleaned import plain
from agents.model.requesting import request
from agents.model.settings import LlmSettings, Target
from agents.profile import Profile
from agents.senses import SensesFailed

_OUT_OF_BUDGET = (Unasked.BUDGET_DAY, Unasked.BUDGET_MONTH)
LONGEST = 4000
"""Characters read from a picture; more is a model running wild."""


class Listener(Protocol):
    """The part of the cascade that transcribes."""

    async def hear(self, targets: Sequence[Target], audio: bytes, filename: str) -> str:
        """What is said, by the first that answers. Raises ModelsFailed."""
        ...


class PictureReading(BaseModel):
    """What a picture says."""

    text: str = Field(description="what the person would have typed; empty when unreadable")
    unreadable: bool = Field(description="whether there is nothing on it to log")


class ModelSenses:
    """Implements `agents.senses.Senses`."""

    def __init__(
        self, settings: LlmSettings, models: Models, listener: Listener, clock: Callable[[], datetime]
    ) -> None:
        self._settings = settings
        self._models = models
        self._listener = listener
        self._clock = clock

    @property
    def hears(self) -> bool:
        """Whether a model for voice is configured."""
        return bool(self._settings.voice_targets())

    @property
    def sees(self) -> bool:
        """Whether a model for pictures is configured."""
        return self._settings.picture_target() is not None

    async def hear(self, audio: bytes, filename: str) -> str:
        """What is said; empty when there are no words in it. Raises SensesFailed."""
        targets = self._settings.voice_targets()
        if not targets:
            raise SensesFailed
        try:
            said = await self._listener.hear(targets, audio, filename)
        except ModelsFailed as failed:
            raise _translated(failed) from failed
        return said.strip()

    async def see(self, picture: bytes, media_type: str, caption: str, profile: Profile) -> str:
        """What the sender would have typed; empty when nothing on it can be logged. Raises SensesFailed."""
        ask = request(
            "picture",
            now=self._clock(),
            profile=profile,
            blocks=[("caption", caption or "(none)")],
            output=PictureReading,
            tier="medium",
            pictures=(Picture(picture, media_type),),
        )
        try:
            read = await self._models.ask(ask)
        except ModelsFailed as failed:
            raise _translated(failed) from failed
        return "" if read.unreadable else plain(read.text, [caption])[:LONGEST]


def _translated(failed: ModelsFailed) -> SensesFailed:
    return SensesFailed(out_of_budget=failed.reason in _OUT_OF_BUDGET)
