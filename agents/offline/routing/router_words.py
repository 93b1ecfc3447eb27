"""The router's signal words, per language: the model of `data/router.*.yaml`, compiled once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, cached_property

from pydantic import BaseModel

from agents.offline.lexicon import Language, load

_MACRO = re.compile(r"\{([a-z]\w*)\}")
_NEVER = re.compile(r"(?!)")
_APART = r"(?<!\w){}"
_AROUND = {
    "tags": r"(?:^|[\s,]){}\W*$",
    "happened": r"(?<![^\W\d_]){}",
    **dict.fromkeys(("chat", "chat_fillers"), r"{}(?![\w'])"),
    **dict.fromkeys(("to_you", "of_me"), _APART),
    "hedges": "(?:{})+",
}
"""Kinds that have to stand apart from other words, "{}" for the patterns."""
_TOGETHER = {"questions": ("questions", "requests")}


class SignalFile(BaseModel, extra="forbid"):
    """One language's file: lists of regular expressions; what each is for stands in the English file."""

    macros: dict[str, str]
    prefixes: list[str]
    """What is said before the point."""
    questions: list[str]
    """A question or a request to be told something."""
    requests: list[str]
    fragments: list[str]
    """Noun phrases that ask ("my best squat")."""
    bare_requests: list[str]
    """Each the whole of a message that only names what is asked for, in group `of`."""
    bare_things: list[str]
    nominal: list[str] = []
    """The whole of a message that, without a verb, names a figure of something."""
    tails: list[str] = []
    """What may stand behind what is asked for, and asks for nothing."""
    later_times: list[str] = []
    """The whole of what, after a question, asks the same of another time."""
    later_joined: list[str] = []
    """The whole of what, after a question, asks the same of another thing ("and chicken")."""
    later_things: list[str] = []
    """The same without a word that joins it on; the thing is the group `of`."""
    reported: list[str] = []
    """What shows that such words report ("longest run ever today")."""
    bare_values: list[str]
    """Each the whole of a message that names a figure of some time, in group `of`."""
    value_things: list[str]
    not_questions: list[str]
    """Only look like asking."""
    tags: list[str]
    """Tags at the end of a statement."""
    subjectless: list[str]
    """A report that begins like a question."""
    inside: list[str]
    """Where a question begins within a sentence; the match starts after the pause."""
    inside_after_pause: list[str]
    before_question: list[str]
    before_log: list[str]
    """Where a log begins after a question in the same sentence."""
    topics: list[str]
    """Openings that belong to the question after them."""
    happened: list[str]
    """Something that took place."""
    measured: list[str]
    """A value or a time, enough for a sentence of its own."""
    intentions: list[str]
    """Plans and habits."""
    log_requests: list[str]
    """Asks for something to be stored."""
    chat: list[str]
    """A bit of small talk, to the end of a word."""
    chat_fillers: list[str]
    """What may stand between such bits."""
    to_you: list[str]
    """Speaks to the bot."""
    of_me: list[str]
    """Tells or asks of the writer, whomever it speaks to."""
    others: list[str]
    """Begins a question about the world."""
    commands: list[str]
    """What a command does, without the command."""
    bot_questions: list[str]
    """Questions about the bot itself."""
    states: list[str] = []
    """Tells how things are, in the order of a statement."""
    inquires: list[str] = []
    """Stands in no statement."""
    corrections: list[str]
    """Openings of a correction."""
    corrections_anywhere: list[str]
    """Correct wherever they stand ("185 not 85")."""
    hedges: list[str]
    """Announces a correction."""
    after_hedge: list[str]
    """What after a hedge is one."""
    pairs: list[str] = []
    """Each the whole of a message that puts one name, group `right`, in place of another, `wrong`."""
    was_value: list[str]
    """What something was and nothing else: group `thing` is what."""
    deletes: list[str]
    """What is to be deleted and nothing else: group `thing`."""
    makes: list[str]
    """What is to have another value: group `thing`."""
    parts_of_a_set: list[str]
    it_was: list[str]
    """Corrects when a measure and nothing else follows."""
    reply_corrections: list[str]
    """What is one as a reply to a log."""
    not_corrections: list[str]
    """Only look like correcting."""
    orders: list[str]
    """Wants the bot's rules changed."""


@dataclass(frozen=True, eq=False)
class Signals:
    """A language's signals; a pattern is compiled when it is first needed."""

    file: SignalFile
    language: Language
    _apart: dict[str, tuple[re.Pattern[str], ...]] = field(
        default_factory=dict[str, tuple[re.Pattern[str], ...]]
    )

    def _any(self, patterns: list[str], around: str = "{}") -> re.Pattern[str]:
        """One pattern out of several, in `around` ("{}" stands for them); an empty list never matches."""
        if not patterns:
            return _NEVER
        together = "|".join(f"(?:{self._expanded(pattern)})" for pattern in patterns)
        return re.compile(around.replace("{}", f"(?:{together})"))

    def _expanded(self, pattern: str) -> str:
        while _MACRO.search(pattern):
            pattern = _MACRO.sub(lambda match: self.file.macros[match[1]], pattern)
        return pattern

    def __getattr__(self, kind: str) -> re.Pattern[str]:
        """Any pattern of a list of the file, compiled when it is first asked for."""
        if kind not in SignalFile.model_fields:
            raise AttributeError(kind)
        around = _AROUND.get(kind, "{}")
        if kind == "corrections_anywhere" and self.language == "en":
            around = _APART
        patterns = [one for more in _TOGETHER.get(kind, (kind,)) for one in getattr(self.file, more)]
        compiled = self._any(patterns, around)
        object.__setattr__(self, kind, compiled)
        return compiled

    def each(self, kind: str) -> tuple[re.Pattern[str], ...]:
        """The patterns of a list one by one, each for the whole of a message."""
        if kind not in self._apart:
            self._apart[kind] = tuple(self._any([pattern]) for pattern in getattr(self.file, kind))
        return self._apart[kind]

    @cached_property
    def inside(self) -> re.Pattern[str]:
        """Where a question begins within a sentence; the match starts after the pause."""
        pause = r"(?<=[,;:\u2013-])\s*|(?<=\s)"
        before = self._any(self.file.before_question).pattern
        freely = self._any(self.file.inside).pattern
        if not self.file.inside_after_pause:
            return re.compile(rf"(?:{pause})(?:(?:{before})\s+)?(?:{freely})")
        paused = self._any(self.file.inside_after_pause).pattern
        return re.compile(
            rf"(?:{pause})(?:(?:{before})\s+)?(?:{freely})"
            rf"|(?<=[,;:\u2013-])\s*(?:(?:{before})\s+)?(?:{paused})|(?<=\s)(?:{before})\s+(?:{paused})"
        )


@cache
def signals(language: Language) -> Signals:
    """The signals of a language."""
    return Signals(load("router", language, SignalFile), language)
