"""The font: which file has the letters, and texts without those that it can't draw."""

# pyright: reportUnknownVariableType=false
# Matplotlib leaves what a path is of without a type.

from __future__ import annotations

import unicodedata
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

from matplotlib.font_manager import FontProperties, get_font

_PACKAGES = (("pylopdf_fonts_ko", "NotoSansKR-Regular.otf"),)
_FILES = (
    Path("/usr/share/fonts/truetype/nanum/NanumGothic.ttf"),
    Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"),
)
"""Where Debian's packages put theirs; what no package ships is drawn with matplotlib's own."""


class MissingLettersError(Exception):
    """No font on this machine has the letters of a text."""


class Style(TypedDict):
    """What a text is drawn with. `parse_math`: a $ is a $."""

    fontproperties: FontProperties
    parse_math: bool


class Letters:
    """One font. `file` None: matplotlib's own, which has no Korean."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        plain = FontProperties() if file is None else FontProperties(fname=str(file))
        self._face = get_font(str(file) if file is not None else _own())
        self._plain = plain

    def style(self, size: float) -> Style:
        """At a size in points."""
        font = self._plain.copy()
        font.set_size(size)
        return Style(fontproperties=font, parse_math=False)

    def clean(self, text: str) -> str:
        """Without emoji and control characters. Raises MissingLettersError for letters it has not."""
        kept: list[str] = []
        for letter in unicodedata.normalize("NFC", text):
            if letter == " " or self._face.get_char_index(ord(letter)):
                kept.append(letter)
            elif unicodedata.category(letter).startswith("L"):
                raise MissingLettersError(f"no font here has the letter U+{ord(letter):04X}")
        return " ".join("".join(kept).split())

    def fitting(self, text: str, most: int) -> str:
        """One line of at most so many letters, those of Hangul twice as wide."""
        text, width = self.clean(text), 0
        for at, letter in enumerate(text):
            width += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
            if width > most:
                return text[: max(1, at - 1)].rstrip() + "…"
        return text


def _own() -> str:
    from matplotlib.font_manager import findfont  # noqa: PLC0415 - only without the package's

    return findfont("DejaVu Sans")


def font_file() -> Path | None:
    """The file with Latin and Korean letters, from the package or the system; None: there is none."""
    for package, name in _PACKAGES:
        found = find_spec(package)
        for folder in found.submodule_search_locations or () if found is not None else ():
            if (file := Path(folder) / name).is_file():
                return file
    return next((file for file in _FILES if file.is_file()), None)
