"""A real CalDAV server (Radicale) for a test, on a port of its own, with its files in a temporary folder."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.driver.listening import free_port
from tests.driver.processes import start

USER, PASSWORD = "jo", "correct horse"
_COLLECTION = '{"tag": "VCALENDAR", "D:displayname": "%s"}'


@dataclass(frozen=True, slots=True)
class Radicale:
    """Where it listens, and its files, as whoever runs one sees them."""

    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def account(self, **changes: object) -> dict[str, object]:
        """For the configuration."""
        return {"kind": "caldav", "url": self.url, "username": USER, "password": PASSWORD, **changes}

    def make(self, name: str) -> Path:
        """A calendar."""
        place = self.folder / "collection-root" / USER / name
        place.mkdir(parents=True)
        (place / ".Radicale.props").write_text(_COLLECTION % name)
        return place

    def put(self, name: str, uid: str, *lines: str) -> None:
        """An event, as another program would have left it there."""
        text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//another//EN", "BEGIN:VEVENT", f"UID:{uid}"]
        text += ["DTSTAMP:20260101T000000Z", *lines, "END:VEVENT", "END:VCALENDAR", ""]
        place = self.folder / "collection-root" / USER / name
        (place / f"{uid}.ics").write_text("\r\n".join(text))

    def kept(self) -> dict[str, str]:
        """All events, as text by the name of their file."""
        found = sorted((self.folder / "collection-root").rglob("*.ics"))
        return {file.name: file.read_text() for file in found if ".Radicale.cache" not in str(file)}

    def other_than(self, *uids: str) -> list[str]:
        """Events that somebody else made."""
        return [text for name, text in self.kept().items() if name.removesuffix(".ics") not in uids]

    def change_password(self, password: str) -> None:
        """As of the next request."""
        (self.folder / "users").write_text(f"{USER}:{password}\n")


@asynccontextmanager
async def radicale(folder: Path) -> AsyncGenerator[Radicale]:
    """Running until the end; its folder stays as it is, so that it can be started again there."""
    folder.mkdir(exist_ok=True)  # noqa: ASYNC240 - a moment
    server = Radicale(free_port(), folder)
    server.change_password(PASSWORD)
    options = {
        "server-hosts": f"127.0.0.1:{server.port}",
        "storage-filesystem-folder": str(folder),
        "auth-type": "htpasswd",
        "auth-htpasswd-filename": str(folder / "users"),
        "auth-htpasswd-encryption": "plain",
        "auth-delay": "0",
        "logging-level": "warning",
    }
    (folder / "config").write_text("")
    given = [f"--{name}={value}" for name, value in options.items()]
    child = await start("radicale.__main__", f"--config={folder / 'config'}", *given)
    try:
        async with asyncio.timeout(60):
            await _listening(server.port)
        yield server
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()
        shutil.rmtree(folder / ".Radicale.lock", ignore_errors=True)


async def _listening(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
