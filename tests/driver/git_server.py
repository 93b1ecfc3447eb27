"""A real Git server over HTTP for a test: dulwich's own, on a port of its own."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from dulwich.object_store import commit_tree_changes, iter_tree_contents
from dulwich.objects import Blob, Commit, ObjectID
from dulwich.refs import Ref
from dulwich.repo import Repo
from dulwich.server import DictBackend
from dulwich.web import make_wsgi_chain

from storage.sync.folder import DRAFT, MANIFEST

BRANCH = Ref(b"refs/heads/main")


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - Any: as the base class has it
        """Nothing is printed."""


@contextmanager
def serving(path: Path, token: str = "", *, port: int = 0) -> Generator[str]:
    """The address of the bare repository at `path`; with a token nobody else is let in."""
    inner = make_wsgi_chain(DictBackend({"/": Repo(str(path))}))
    server = WSGIServer(("127.0.0.1", port), _Quiet)
    server.set_app(_guarded(inner, token) if token else inner)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _guarded(inner: Callable[..., Iterable[bytes]], token: str) -> Callable[..., Iterable[bytes]]:
    wanted = "Basic " + base64.b64encode(f"git:{token}".encode()).decode()

    def application(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if environ.get("HTTP_AUTHORIZATION") != wanted:
            start("401 Unauthorized", [("WWW-Authenticate", 'Basic realm="git"')])
            return [b""]
        return inner(environ, start)

    return application


def bare(path: Path) -> Repo:
    """An empty repository."""
    path.mkdir(parents=True)
    return Repo.init_bare(str(path))


def commits(repo: Repo, path: str | None = None) -> list[Commit]:
    """Of the branch, newest first; with a path those that change the file."""
    paths = [path.encode()] if path is not None else None
    return (
        [entry.commit for entry in repo.get_walker(include=[repo.refs[BRANCH]], paths=paths)]
        if BRANCH in repo.refs
        else []
    )


def files(repo: Repo) -> dict[str, str]:
    """What the branch holds, by path."""
    tree = commits(repo)[0].tree
    found = iter_tree_contents(repo.object_store, tree)
    return {(one.path or b"").decode(): _blob(repo, one.sha) for one in found if one.sha}


def copied(root: Path) -> dict[str, str]:
    """What a folder holds, by path, but for what tells of it."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in root.rglob("*")
        if path.is_file() and path.name not in (MANIFEST, DRAFT)
    }


def _blob(repo: Repo, sha: ObjectID) -> str:
    blob = repo[sha]
    assert isinstance(blob, Blob)
    return blob.data.decode()


def somebody_commits(
    repo: Repo, path: str | bytes, text: str, *, on: bytes | None = None, mode: int = 0o100644
) -> bytes:
    """Another person's commit on the branch; `on` None: on top of what is there."""
    name = path.encode() if isinstance(path, str) else path
    head = ObjectID(on) if on else repo.refs[BRANCH]
    blob = Blob.from_string(text.encode())
    repo.object_store.add_object(blob)
    before = repo[head]
    assert isinstance(before, Commit)
    commit = Commit()
    commit.tree = commit_tree_changes(repo.object_store, before.tree, [(name, mode, blob.id)])
    commit.parents, commit.message = [head], b"mine"
    commit.author = commit.committer = b"Ann <ann@example.org>"
    commit.author_time = commit.commit_time = 1_800_000_000
    commit.author_timezone = commit.commit_timezone = 0
    repo.object_store.add_object(commit)
    repo.refs[BRANCH] = commit.id
    return commit.id
