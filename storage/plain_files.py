"""Files in folders that others may write to: nothing of a link is followed, no pipe is waited for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def read_plain(path: Path, most: int) -> bytes | None:
    """At most so many bytes and one more; None: a link, or whatever else is no plain file. Raises OSError."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, a socket
            return None
        raise
    with open(descriptor, "rb") as file:  # noqa: PTH123 - of a descriptor
        return file.read(most + 1) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None


def leads_away(path: Path, root: Path) -> bool:
    """Whether a link stands where something below the root would, or on the way there."""
    here = os.fspath(root)
    for part in path.relative_to(root).parts:
        here = os.path.join(here, part)  # noqa: PTH118 - done for each file written: no object a folder
        if os.path.islink(here):  # noqa: PTH114 - as above
            return True
    return False


def begun(draft: Path) -> BinaryIO:
    """A new file for its owner alone; whatever stood there before goes. Raises OSError."""
    draft.unlink(missing_ok=True)
    return os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
