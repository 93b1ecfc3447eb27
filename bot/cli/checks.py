"""What `swealog doctor` looks at, each with the way to mend it."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import socket
import stat
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from pydantic import BaseModel, ValidationError

from agents.offline.engine import OfflineEngine
from agents.router import RouterInput
from agents.types import InputType
from bot.people.codes import LOCK_OUT
from bot.process.backups import advice
from bot.process.lock import DataDirLock
from bot.replies.deliveries import deliveries
from bot.settings import Settings
from bot.updates.attempts import set_aside
from domains.registry import load
from storage import preparation
from storage.backup import backups, verify
from storage.database import Database
from storage.errors import DatabaseCorrupt, DatabaseLocked, DatabaseNewer, StorageError
from storage.preparation import FILE_NAME
from storage.rights import Overview
from storage.stores import Stores

_ENOUGH_BYTES = 200 * 1024 * 1024
_REFUSED = (401, 404)
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at; `mend` says what to do when it is not `ok`."""

    name: str
    ok: bool
    says: str
    mend: str = ""
    lines: tuple[str, ...] = ()
    """More about it, one by one."""


def folder(settings: Settings) -> Check:
    """The data directory: there (or can be made), ours to write, nobody else's to read."""
    path = settings.data
    if not path.exists():
        parent = next((above for above in path.parents if above.exists()), Path("/"))
        if os.access(parent, os.W_OK):
            return Check("data", ok=True, says=f"{path} will be made at the first start")
        return Check("data", ok=False, says=f"{path} can't be made", mend=f"make {parent} writable")
    if not path.is_dir():
        return Check("data", ok=False, says=f"{path} is no folder", mend="choose another --data-dir")
    if trouble := _unwritable(path):
        return trouble
    if stat.S_IMODE(path.stat().st_mode) & 0o007:
        says = f"everybody on this machine can look into {path}"
        return Check("data", ok=False, says=says, mend=f"chmod 700 {path}")
    return Check("data", ok=True, says=str(path))


def _unwritable(path: Path) -> Check | None:
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        says = f"{path} is on a file system that is read-only"
        return Check(
            "data", ok=False, says=says, mend="see what the kernel says of it (dmesg), mount it again"
        )
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        mend = f"chown -R {os.getuid()} {path}"
        return Check("data", ok=False, says=f"{path} can't be written by this user", mend=mend)
    return None


def disk(settings: Settings) -> Check:
    """Some room to write."""
    path = next(place for place in (settings.data, *settings.data.parents) if place.exists())
    free = shutil.disk_usage(path).free
    says = f"{free / 1e9:.1f} GB free"
    if free < _ENOUGH_BYTES:
        return Check("disk", ok=False, says=says, mend=f"make room where {path} is")
    return Check("disk", ok=True, says=says)


class _Bot(BaseModel):
    username: str = ""


class _GetMe(BaseModel):
    ok: bool
    result: _Bot = _Bot()
    description: str = ""


def token(settings: Settings) -> Check:
    """Ask Telegram who we are. The token itself is never shown."""
    secret = settings.telegram.token
    if secret is None:
        return Check("token", ok=True, says="none: `swealog run` opens the chat page in your browser")
    url = f"{settings.telegram.api_url}/bot{secret.get_secret_value()}/getMe"
    try:
        response = httpx.get(url, timeout=10)
        told = _GetMe.model_validate_json(response.content)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        says = f"{settings.telegram.api_url} can't be reached ({type(error).__name__})"
        return Check("token", ok=False, says=says, mend="check the network, telegram.api_url and proxies")
    except ValidationError:
        says = f"{settings.telegram.api_url} does not speak the Bot API"
        return Check("token", ok=False, says=says, mend="check telegram.api_url")
    if not told.ok:
        mend = (
            "copy telegram.token again from @BotFather" if response.status_code in _REFUSED else "try again"
        )
        return Check("token", ok=False, says=f"Telegram says: {told.description}", mend=mend)
    return Check("token", ok=True, says=f"@{told.result.username}")


async def access(settings: Settings) -> Check:
    """With a token, somebody must be allowed in. Codes are only counted."""
    if settings.telegram.token is None:
        return Check("access", ok=True, says="the people of the chat page")
    told = await _overview(settings)
    users, groups = len(settings.access.allow_users), len(settings.access.allow_groups)
    says = f"owners: {told.owners}, people: {told.people + users}, groups: {told.groups + groups}"
    if told.codes:
        says += f"; open codes: {told.codes}"
    if told.locked:
        says += f"; locked out for wrong codes: {told.locked}"
    if told.guesses:
        says += f"; wrong codes of strangers within the hour: {told.guesses}"
    if not told.owners + told.people + told.groups + users + groups:
        mend = "`swealog pair` prints a code: text it to your bot"
        return Check("access", ok=False, says=f"nobody may use the bot ({says})", mend=mend)
    return Check("access", ok=True, says=says)


async def _overview(settings: Settings) -> Overview:
    """What was given in chat; nothing where that can't be looked at."""
    if not (settings.data / FILE_NAME).exists():
        return Overview()
    try:
        async with Stores.opened(settings.data) as db:
            return await db.access.overview("telegram", LOCK_OUT, datetime.now(UTC))
    except StorageError:
        return Overview()


def port(settings: Settings, *, running: bool) -> Check:
    """The port we will listen on is free, unless it is ours already."""
    if settings.telegram.token is None:
        host, number, key = settings.local.host, settings.local.port, "local.port"
    elif settings.telegram.mode == "webhook":
        hook = settings.telegram.webhook
        host, number, key = hook.listen, hook.port, "telegram.webhook.port"
    else:
        return Check("port", ok=True, says="none needed for polling")
    return _free("port", (host, number), key, running=running)


def webhook(settings: Settings) -> Check:
    """The word that tells Telegram from anybody else."""
    if settings.telegram.mode == "polling":
        return Check("webhook", ok=True, says="none: the bot polls")
    if settings.telegram.webhook.is_weak:
        mend = "set telegram.webhook.secret to 16 characters or more: openssl rand -hex 32"
        return Check("webhook", ok=False, says="its secret can be guessed", mend=mend)
    return Check("webhook", ok=True, says=f"{settings.telegram.webhook.url}")


def http(settings: Settings, *, running: bool) -> Check:
    """The HTTP API: who has a token, and where it listens."""
    section, telegram = settings.http, settings.telegram
    if not section.tokens:
        return Check("http", ok=True, says="off: nobody has a token")
    people = len({token.user for token in section.tokens})
    says = f"{len(section.tokens)} tokens of {people} people, "
    if telegram.token is not None and telegram.mode == "webhook":
        return Check("http", ok=True, says=f"{says}at the webhook's address and port")
    found = _free("http", (section.listen, section.port), "http.port", running=running)
    return replace(found, says=says + (f"port {found.says}" if found.ok else found.says))


def _free(name: str, place: tuple[str, int], key: str, *, running: bool) -> Check:
    host, number = place
    if running:
        return Check(name, ok=True, says=f"{number}, in use by the running Swealog")
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        says = (
            f"{host}:{number} is used by another program" if taken else f"{host}:{number}: {error.strerror}"
        )
        return Check(name, ok=False, says=says, mend=f"stop it, or set {key} to another port")
    return Check(name, ok=True, says=f"{number or 'any free one'}")


async def database(settings: Settings, *, running: bool) -> Check:
    """Open it, check every page, and see that it is one we can read."""
    path = settings.data / FILE_NAME
    if not path.exists() and not backups(settings.data):
        return Check("database", ok=True, says="will be made at the first start")
    try:
        if running:  # it is open already: look at the file beside it
            await asyncio.to_thread(preparation.check, path)
            await asyncio.to_thread(preparation.let_in, path)
        else:
            opened = await Database.open(settings.data)
            try:
                await opened.check()
            finally:
                await opened.close()
    except StorageError as error:
        return Check("database", ok=False, says=str(error), mend=_mend_database(error, settings.data))
    size = path.stat().st_size
    return Check("database", ok=True, says=f"{size / 1e6:.1f} MB, whole")


async def copies(settings: Settings) -> Check:
    """The newest backup: whole, and not much older than it should be."""
    section = settings.backups
    if not section.enabled or not (settings.data / FILE_NAME).exists():
        return Check("backups", ok=True, says="none are made" if not section.enabled else "none yet")
    made = await asyncio.to_thread(backups, settings.data)
    if not made:
        return Check("backups", ok=True, says="none yet: the first is made while the bot runs")
    says = f"the newest of {len(made)} shows {made[0].at:%Y-%m-%d %H:%M} UTC"
    try:
        await asyncio.to_thread(verify, made[0].path)
    except StorageError as error:
        return Check("backups", ok=False, says=str(error), mend="remove it; `swealog backup` makes another")
    if abs(datetime.now(UTC) - made[0].at) > 2 * timedelta(hours=section.every_hours):
        mend = "the log says why there is none (or the bot has not run); `swealog backup` makes one now"
        return Check("backups", ok=False, says=f"{says}, which is long ago", mend=mend)
    return Check("backups", ok=True, says=f"{says}, whole")


async def replies(settings: Settings, *, running: bool) -> Check:
    """What could not be delivered and why: mostly people have blocked the bot."""
    found = await deliveries(settings.data, datetime.now(UTC))
    if found is None:
        return Check("replies", ok=True, says="can't be looked at, see the database")
    if running and found.waiting:
        mend = "see the lines above for the reason, and the log; they are tried again until they arrive"
        return Check("replies", ok=False, says=found.says, mend=mend, lines=found.lines)
    return Check("replies", ok=True, says=found.says, lines=found.lines)


async def updates(settings: Settings) -> Check:
    """What was set aside because the process died at it, in the last days."""
    found = await asyncio.to_thread(set_aside, settings.data)
    if not found:
        return Check("updates", ok=True, says="none was set aside")
    lines = [
        f"{datetime.fromtimestamp(one.since, UTC):%Y-%m-%d %H:%M} UTC, number {one.update_id}:"
        f" the process died {one.deaths} times"
        for one in found[-_SHOWN:]
    ]
    says = f"{len(found)} set aside, as the process died each time it worked on them; their senders were told"
    return Check("updates", ok=True, says=says, lines=tuple(lines))


def _mend_database(error: StorageError, data_dir: Path) -> str:
    if isinstance(error, DatabaseNewer):
        return "git pull && make setup"
    if isinstance(error, DatabaseLocked):
        return "stop the other program, or wait and try again"
    if isinstance(error, DatabaseCorrupt):
        return advice(data_dir)
    return "the message says what to do; your words are also in vault/"


async def sync(settings: Settings, *, running: bool) -> Check:
    """Copies of diaries elsewhere: how far each is, and what keeps it."""
    if not settings.sync.targets:
        return Check("sync", ok=True, says="nothing is copied elsewhere")
    from bot.cli.syncing import seen  # noqa: PLC0415 - only where something is configured

    try:
        found = await seen(settings)
    except StorageError:
        return Check("sync", ok=True, says="can't be looked at, see the database")
    says = f"{len(settings.sync.targets)} targets"
    unknown = {one.called for one in settings.sync.targets} - {one.target.name for one in found}
    lines = (*(one.line for one in found), *(f"{name}: nothing was copied yet" for name in sorted(unknown)))
    if running and unknown:
        mend = "nobody owns the bot yet: say whose diary it is (`user`), or `swealog pair`"
        return Check("sync", ok=False, says=f"{says}, not all are followed", mend=mend, lines=lines)
    if all(one.is_fine for one in found):
        return Check("sync", ok=True, says=says, lines=lines)
    mend = "make it reachable; what somebody else changed there: look at it, then `swealog sync accept NAME`"
    return Check("sync", ok=False, says=f"{says}, not all are followed", mend=mend, lines=lines)


def domains(settings: Settings) -> Check:
    """The built-in domains and your own."""
    folder = settings.domains.folder
    registry = load(Path(folder) if folder else None)
    if registry.problems:
        says = "; ".join(str(problem) for problem in registry.problems)
        return Check("domains", ok=False, says=says, mend=f"mend the files in {folder}")
    return Check("domains", ok=True, says=", ".join(registry.domains))


async def engine(settings: Settings) -> Check:
    """Let the engine route a message whose answer is known."""
    registry = load()
    given = RouterInput.of("bench 100 kg 5x5", settings.profile.profile(0), registry)
    playing = OfflineEngine()
    routed = await playing.route(given)
    if routed.input_type is not InputType.LOG:
        says = f"{playing.name} takes a log for a {routed.input_type}"
        return Check("engine", ok=False, says=says, mend="make test, and report what fails")
    beneath = " beneath the models" if settings.llm.enabled else ", no key needed"
    return Check("engine", ok=True, says=f"{playing.name}{beneath}")


async def examine(settings: Settings) -> list[Check]:
    """Everything, in the order in which it matters."""
    running = DataDirLock(settings.data).held
    says = "running" if running else "not running"
    return [
        Check("config", ok=True, says=f"read; time zone {settings.profile.time_zone}"),
        folder(settings),
        disk(settings),
        await database(settings, running=running),
        await copies(settings),
        await replies(settings, running=running),
        await updates(settings),
        await sync(settings, running=running),
        domains(settings),
        await engine(settings),
        token(settings),
        await access(settings),
        port(settings, running=running),
        webhook(settings),
        http(settings, running=running),
        Check("bot", ok=True, says=says),
    ]
