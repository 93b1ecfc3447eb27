"""The router's signal words, per language: the model of `data/router.*.yaml`, compiled once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from agents.offline.lexicon import Language, Named, either, load

_MACRO = re.compile(r"\{([a-z]\w*)\}")
_NEVER = re.compile(r"(?!)")
_APART = r"(?<!\w){}"
_AROUND = {
    "tags": r"(?:^|[\s,]){}\W*$",
    "happened": r"(?<![^\W\d_]){}",
    **dict.fromkeys(("chat", "chat_fillers"), r"{}(?![\w'])"),
    **dict.fromkeys(("to_you", "of_me"), _APART),
}
"""Kinds that have to stand apart from other words, "{}" for the patterns."""
_TOGETHER = {"questions": ("questions", "requests")}


class SignalFile(Named[list[str]]):
    """One language's file: lists of regular expressions; what each is for stands in the English file."""

    macros: dict[str, str]


@dataclass(frozen=True, eq=False)
class Signals:
    """A language's signals; a pattern is compiled when it is first needed."""

    file: SignalFile
    language: Language
    _apart: dict[str, tuple[re.Pattern[str], ...]] = field(
        default_factory=dict[str, tuple[re.Pattern[str], ...]]
    )

    def _any(self, patterns: Sequence[str], around: str = "{}") -> re.Pattern[str]:
        """One pattern out of several, in `around` ("{}" stands for them); an empty list never matches."""
        if not patterns:
            return _NEVER
        return re.compile(around.replace("{}", f"(?:{either(map(self._expanded, patterns))})"))

    def _expanded(self, pattern: str) -> str:
        while _MACRO.search(pattern):
            pattern = _MACRO.sub(lambda match: self.file.macros[match[1]], pattern)
        return pattern

    def __getattr__(self, kind: str) -> re.Pattern[str]:
        """Any pattern of a list of the file, compiled when it is first asked for."""
        if kind not in load("router", "en", SignalFile).named:
            raise AttributeError(kind)
        around = _AROUND.get(kind, "{}")
        patterns = [one for more in _TOGETHER.get(kind, (kind,)) for one in self.listed(more)]
        compiled = self._any(patterns, around)
        object.__setattr__(self, kind, compiled)
        return compiled

    def listed(self, kind: str) -> Sequence[str]:
        """A list of the file as it stands there; empty where the language has none."""
        return self.file.named.get(kind, ())

    def each(self, kind: str) -> tuple[re.Pattern[str], ...]:
        """The patterns of a list one by one, each for the whole of a message."""
        if kind not in self._apart:
            self._apart[kind] = tuple(self._any([pattern]) for pattern in self.listed(kind))
        return self._apart[kind]

    @cached_property
    def inside(self) -> re.Pattern[str]:
        """Where a question begins within a sentence; the match starts after the pause."""
        pause = r"(?<=[,;:\u2013-])\s*|(?<=\s)"
        before = self._any(self.listed("before_question")).pattern
        freely = self._any(self.listed("inside")).pattern
        if not self.listed("inside_after_pause"):
            return re.compile(rf"(?:{pause})(?:(?:{before})\s+)?(?:{freely})")
        paused = self._any(self.listed("inside_after_pause")).pattern
        return re.compile(
            rf"(?:{pause})(?:(?:{before})\s+)?(?:{freely})"
            rf"|(?<=[,;:\u2013-])\s*(?:(?:{before})\s+)?(?:{paused})|(?<=\s)(?:{before})\s+(?:{paused})"
        )


@cache
def signals(language: Language) -> Signals:
    """The signals of a language."""
    return Signals(load("router", language, SignalFile), language)
