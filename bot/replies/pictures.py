"""Charts become pictures when they are sent: what draws them is loaded with the first one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.charts.studio import Studio


Draw = Callable[[str], Awaitable[bytes]]
"""The PNG of a chart, given as the JSON of its spec. Raises NoPictureError."""


class NoPictureError(Exception):
    """A chart can't be drawn. `letters`: no font of this machine has those of its words."""

    def __init__(self, reason: str, *, letters: bool = False) -> None:
        super().__init__(reason)
        self.letters = letters


async def undrawn(_chart: str) -> bytes:
    """Where nothing draws. Raises NoPictureError."""
    raise NoPictureError("nothing here draws")


class Pictures:
    """Draws one after the other, in a process with this environment, there while it is needed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._studio: Studio | None = None

    async def draw(self, chart: str) -> bytes:
        """The PNG of a chart (the JSON of its spec). Raises NoPictureError."""
        from agents.charts.studio import NotDrawnError, Studio  # noqa: PLC0415 - a bot without charts skips it

        if self._studio is None:
            self._studio = Studio(self._environment)
        try:
            return await self._studio.draw(chart)
        except NotDrawnError as error:
            raise NoPictureError(str(error), letters=error.letters) from error

    async def close(self) -> None:
        """End the process, where there is one."""
        if self._studio is not None:
            await self._studio.close()
