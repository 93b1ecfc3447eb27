"""A Git repository as a target: a commit for each batch, pushed to one branch.

A bare repository below the data directory holds what is needed to make the next commit; it can be deleted at
any time. The number up to which a commit tells everything stands in its message, so that a push whose answer
was lost is not repeated. Nothing is ever forced: a branch that was rewritten is said.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import urllib3
from dulwich.client import GitClient, HTTPUnauthorized, Urllib3HttpGitClient, get_transport_and_path
from dulwich.diff_tree import tree_changes
from dulwich.errors import ChecksumMismatch, FileFormatException, GitProtocolError, NotGitRepository
from dulwich.file import FileLocked
from dulwich.graph import can_fast_forward
from dulwich.object_store import commit_tree_changes, iter_tree_contents
from dulwich.objects import Blob, Commit, ObjectID, Tree, TreeEntry
from dulwich.refs import Ref
from dulwich.repo import Repo
from pydantic import SecretStr

from storage.sync.target import OURS, Batch, Edits, TargetAway, TargetMoved, TargetTampered, Written

if TYPE_CHECKING:
    from dulwich.client import GeneratePackDataFunc

T = TypeVar("T")

_AUTHOR = b"Swealog <swealog@localhost>"
_TRAILER = re.compile(rb"^Swealog-Sequence: (\d+)\nSwealog-Database: (\S+)$", re.MULTILINE)
_FILE = 0o100644
_LOOKED_BACK = 500
"""Commits of others above our last one."""
_SECONDS = 30
_STALE = 120
"""Seconds after which the lock of a branch, which is held for less than one, was left by a kill."""
_LARGEST = 4 * 1024 * 1024
"""Bytes of a file that is read back."""
_UNREADABLE = b"\xff"
"""In place of a link's or another repository's content: no text."""
_PACKS = ("objects/pack/tmp*.pack", ".git/objects/pack/tmp*.pack")
_AS_BYTES = "surrogateescape"
"""Names in a repository may be no text."""


class Repository:
    """One branch of a repository. `mirror` is the copy that is kept here."""

    def __init__(self, url: str, branch: str, mirror: Path, username: str, token: SecretStr | None) -> None:
        self._url = url
        self._ref = Ref(b"refs/heads/" + branch.encode())
        self._mirror = mirror
        self._username, self._token = username, token

    def write(self, batch: Batch) -> Written:
        """A commit on top of what is there, pushed; none where it would change nothing."""
        return self._reached(lambda: self._write(batch))

    def _write(self, batch: Batch) -> Written:
        repo = self._opened()
        head = self._fetched(repo)
        was_there = self._check(repo, head, batch)
        before = _tree(repo, head)
        after, held = _changed(repo, before, batch, was_there=was_there)
        if after == before or (head is None and after == Tree().id):
            return Written(_text(head), held)
        commit = Commit()
        commit.tree, commit.parents = after, [head] if head else []
        commit.author = commit.committer = _AUTHOR
        commit.author_time = commit.commit_time = int(time.time())
        commit.author_timezone = commit.commit_timezone = 0
        commit.encoding = b"UTF-8"
        commit.message = (
            f"{batch.title}\n\nSwealog-Sequence: {batch.seq}\nSwealog-Database: {batch.store}\n".encode()
        )
        repo.object_store.add_object(commit)
        self._push(repo, head, commit.id)
        return Written(_text(commit.id), held)

    def _check(self, repo: Repo, head: ObjectID | None, batch: Batch) -> bool:
        """Whether we left anything there yet. Raises TargetTampered, TargetMoved: it can't be put on top."""
        if batch.overrides:
            return True
        self._continue(repo, head, batch.position)
        own = _own(repo, head)
        if own is not None and own[2] != batch.store:
            raise TargetTampered(f"{self._url} is filled by another database")
        if own is not None and own[1] > batch.seq:
            raise TargetTampered(f"{self._url} is newer than this database")
        done = _done(repo, own, batch.position)
        if done is not None and head not in {done, _id(batch.position)}:
            raise TargetMoved
        return done is not None

    def _continue(self, repo: Repo, head: ObjectID | None, position: str) -> None:
        """Whether what we left there is still beneath what is there now."""
        if not position:
            return
        if head is None:
            raise TargetTampered(f"the branch of {self._url} is gone")
        known = _id(position)
        if known not in repo.object_store or not can_fast_forward(repo, known, head):
            raise TargetTampered(f"the history of {self._url} was rewritten")

    def _push(self, repo: Repo, head: ObjectID | None, new: ObjectID) -> None:
        def update(refs: Mapping[Ref, ObjectID]) -> dict[Ref, ObjectID]:
            if refs.get(self._ref) != head:
                raise TargetMoved
            return {self._ref: new}

        client, path = self._client()
        self._pushing.touch()
        before = _begun_packs(self._url)
        try:
            result = client.send_pack(
                path.encode(), update, cast("GeneratePackDataFunc", repo.generate_pack_data)
            )
        except OSError:
            for pack in _begun_packs(self._url) - before:
                pack.unlink(missing_ok=True)
            raise
        self._pushing.unlink(missing_ok=True)
        for error in (result.ref_status or {}).values():
            if error is not None:
                raise TargetAway(f"{self._url} does not take it: {error}")

    def edits(self, store: str, position: str) -> Edits:
        """What lies above our newest commit, or above `position`."""
        return self._reached(lambda: self._edits(store, position))

    def _edits(self, store: str, position: str) -> Edits:
        repo = self._opened()
        head = self._fetched(repo)
        self._continue(repo, head, position)
        own = _own(repo, head)
        base = _done(repo, own if own and own[2] == store else None, position)
        if head is None or base is None or head in {base, _id(position)}:
            return Edits(position)
        found: dict[str, bytes | None] = {}
        for change in tree_changes(repo.object_store, _tree(repo, base), _tree(repo, head)):
            if change.old is not None and OURS.match(change.old.path):
                found.setdefault(change.old.path.decode(errors="replace"), None)
            if change.new is not None and OURS.match(change.new.path):
                found[change.new.path.decode(errors="replace")] = _content(repo, change.new)
        return Edits(_text(head), found)

    def look(self) -> tuple[str, ...]:
        """Others may add to a branch; that it was rewritten is seen when it is written to."""
        return ()

    def leave(self) -> None:
        """The copy goes."""
        shutil.rmtree(self._mirror, ignore_errors=True)

    def _opened(self) -> Repo:
        """Nobody else uses the copy: a lock in it was left by a kill, a half pack by a full disk."""
        for left in (*self._mirror.rglob("*.lock"), *_begun_packs(str(self._mirror))):
            left.unlink(missing_ok=True)
        self._break_own_lock()
        with suppress(NotGitRepository):
            return Repo(str(self._mirror))
        shutil.rmtree(self._mirror, ignore_errors=True)
        self._mirror.mkdir(mode=0o700, parents=True)
        return Repo.init_bare(str(self._mirror))

    @property
    def _pushing(self) -> Path:
        """Is there while something is pushed, and after a kill in it."""
        return self._mirror / "swealog-pushing"

    def _break_own_lock(self) -> None:
        """A kill while we pushed to a repository on this machine leaves its branch locked, by us."""
        lock = Path(self._url) / f"{self._ref.decode()}.lock"
        with suppress(FileNotFoundError):
            began = self._pushing.stat().st_mtime
            self._pushing.unlink()
            if 0 <= lock.stat().st_mtime - began < _SECONDS:
                lock.unlink()

    def _fetched(self, repo: Repo) -> ObjectID | None:
        """What the branch holds there; its commits are here then."""

        def wants(refs: Mapping[Ref, ObjectID], depth: int | None = None) -> list[ObjectID]:
            del depth
            found = refs.get(self._ref)
            return [found] if found is not None and found not in repo.object_store else []

        client, path = self._client()
        head = client.fetch(path, repo, wants).refs.get(self._ref)
        if head is not None:
            repo.refs[self._ref] = head
        return head

    def _client(self) -> tuple[GitClient, str]:
        if not self._url.startswith(("http://", "https://")):
            return get_transport_and_path(self._url)
        token = self._token.get_secret_value() if self._token else None
        client = Urllib3HttpGitClient(
            self._url, username=self._username if token else None, password=token, timeout=_SECONDS
        )
        retries = urllib3.Retry(total=0, redirect=0)  # tried again by who asks; nobody but who is configured
        client.pool_manager.connection_pool_kw["retries"] = retries
        return client, ""

    def _reached(self, work: Callable[[], T]) -> T:
        """Raises TargetAway for what a network or a server does."""
        try:
            return work()
        except HTTPUnauthorized as error:
            raise TargetAway(f"{self._url} refuses the token") from error
        except FileLocked as error:
            lock = Path(os.fsdecode(error.lockfilename))
            with suppress(FileNotFoundError):
                if time.time() - lock.stat().st_mtime > _STALE:
                    lock.unlink()
            raise TargetAway(f"{lock} is locked") from error
        except (KeyError, ChecksumMismatch, FileFormatException) as error:
            self.leave()
            raise TargetAway(f"the copy of {self._url} is damaged, and made anew") from error
        except NotGitRepository as error:
            raise TargetAway(f"there is no repository at {self._url}") from error
        except (GitProtocolError, OSError, urllib3.exceptions.HTTPError) as error:
            why = getattr(error, "strerror", None) or type(error).__name__
            raise TargetAway(f"{self._url} can't be reached ({why})") from error


def _begun_packs(url: str) -> set[Path]:
    """What dulwich leaves of packs that it could not write, where that is on this machine."""
    return {pack for where in _PACKS for pack in Path(url).glob(where)}


def _own(repo: Repo, head: ObjectID | None) -> tuple[Commit, int, str] | None:
    """Our newest commit, its number and whose it is."""
    if head is None:
        return None
    for entry in repo.get_walker(include=[head], max_entries=_LOOKED_BACK):
        found = _TRAILER.search(entry.commit.message)
        if found is not None:
            return entry.commit, int(found[1]), found[2].decode()
    return None


def _done(repo: Repo, own: tuple[Commit, int, str] | None, position: str) -> ObjectID | None:
    """What we know of the branch: where it was, or a commit of ours above, whose push was not noted."""
    if own is not None and (not position or can_fast_forward(repo, _id(position), own[0].id)):
        return own[0].id
    return _id(position) if position else None


def _changed(
    repo: Repo, before: ObjectID, batch: Batch, *, was_there: bool
) -> tuple[ObjectID, frozenset[str]]:
    """The tree with the batch's files, and which of them are let be."""
    there = {entry.path: entry.sha for entry in iter_tree_contents(repo.object_store, before)}
    files: dict[str, bytes | None] = dict(batch.files)
    if batch.is_whole and was_there:
        gone = {path.decode(errors=_AS_BYTES) for path in there if path and OURS.match(path)} - files.keys()
        files = {**dict.fromkeys(gone), **files}
    held = set[str]() if batch.overrides else set(batch.held)
    changes: list[tuple[bytes, int | None, ObjectID | None]] = []
    for name, content in files.items():
        path = name.encode(errors=_AS_BYTES)
        blob = None if content is None else Blob.from_string(content)
        now = there.get(path)
        if name in held or now == (blob.id if blob else None):
            continue
        if now is not None and not was_there:
            held.add(name)  # it was there before us
        elif blob is None:
            changes.append((path, None, None))
        else:
            repo.object_store.add_object(blob)
            changes.append((path, _FILE, blob.id))
    if not changes:
        return before, frozenset(held)
    return commit_tree_changes(repo.object_store, before, changes), frozenset(held)


def _tree(repo: Repo, commit: ObjectID | None) -> ObjectID:
    if commit is not None:
        return cast("Commit", repo[commit]).tree
    empty = Tree()
    repo.object_store.add_object(empty)
    return empty.id


def _content(repo: Repo, entry: TreeEntry) -> bytes:
    """Of a file; what is too large is cut off, and so says something else than we ever wrote."""
    blob = repo[entry.sha] if stat.S_ISREG(entry.mode) else None
    return blob.data[: _LARGEST + 1] if isinstance(blob, Blob) else _UNREADABLE


def _id(position: str) -> ObjectID:
    return ObjectID(position.encode())


def _text(sha: ObjectID | None) -> str:
    return sha.decode() if sha else ""
