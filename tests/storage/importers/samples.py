"""Made-up files as the apps write them, in `files/`."""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "files"


def sample(name: str) -> bytes:
    """The bytes of a file."""
    return (FILES / f"{name}.csv").read_bytes()


STRONG_CLASSIC = sample("strong_classic")
STRONG_IOS = sample("strong_ios")
HEVY_KG = sample("hevy_kg")
FITNOTES_ANDROID = sample("fitnotes_android")
ALL = sorted(path.stem for path in FILES.glob("*.csv"))
BODY = sorted(path.stem for path in (FILES / "body").glob("*.csv"))
"""Exports of measurements of the body."""
