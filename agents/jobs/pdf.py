"""The text of a PDF, read in a process of its own: what is made to be slow or large ends with it.

`python -m agents.jobs.pdf` is that process: a PDF on its input, the text on its output.
"""

from __future__ import annotations

import asyncio
import io
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from pathlib import Path

LARGEST = 5_000_000
"""Bytes of a PDF."""
MOST_PAGES = 100
_LONGEST = 200_000
"""Bytes of the text of one."""
_SECONDS = 20
_MEMORY = 1_000_000_000
"""Bytes that the process may have."""


class NoTextError(Exception):
    """It is no PDF, is locked, too long, or has no text (a scan)."""


async def text_of(content: bytes, environment: Mapping[str, str]) -> str:
    """What its pages say, one below the other. `environment`: of the process. Raises NoTextError."""
    if len(content) > LARGEST or not content.startswith(b"%PDF-"):
        raise NoTextError("no PDF, or too large")
    root = str(Path(__file__).parents[2])
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "agents.jobs.pdf", stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        env={**environment, "PYTHONPATH": root, "PYTHONUTF8": "1"}, start_new_session=True,
    )  # fmt: skip
    try:
        async with asyncio.timeout(_SECONDS):
            text, _ = await process.communicate(content)
    except (TimeoutError, OSError) as error:
        raise NoTextError("not read in time") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0 or not text.strip():
        raise NoTextError("it can't be read, or has no text")
    return text.decode("utf-8", errors="replace")


def extracted(content: bytes) -> str:
    """In the process. Raises NoTextError, and whatever pypdf does."""
    from pypdf import PdfReader  # noqa: PLC0415 - in the process that reads one

    reader, parts, size = PdfReader(io.BytesIO(content)), list[str](), 0
    if len(reader.pages) > MOST_PAGES:
        raise NoTextError("too many pages")
    for page in reader.pages:
        parts.append(page.extract_text().strip())
        size += len(parts[-1].encode("utf-8", errors="replace")) + 2
        if size > _LONGEST:
            raise NoTextError("too long")
    return "\n\n".join(parts)


def _bounded() -> None:
    """Memory and time of this process, where the system can bound them."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))


def main() -> int:
    """1: there is no text to be had."""
    _bounded()
    try:
        text = extracted(sys.stdin.buffer.read(LARGEST + 1))
    except Exception:  # noqa: BLE001 - a spoilt file raises anything
        return 1
    sys.stdout.buffer.write(text.encode("utf-8", errors="replace"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
