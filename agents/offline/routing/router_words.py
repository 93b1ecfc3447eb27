"""The router's signal words, per language: the model of `data/router.*.yaml`, compiled once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from pydantic import BaseModel, ConfigDict

from agents.offline.lexicon import Language, load

_MACRO = re.compile(r"\{([a-z]\w*)\}")
_NEVER = re.compile(r"(?!)")


class SignalFile(BaseModel):
    """One language's file: lists of regular expressions; what each is for stands in the English file."""

    model_config = ConfigDict(extra="forbid")

    macros: dict[str, str]
    prefixes: list[str]
    questions: list[str]
    requests: list[str]
    fragments: list[str]
    bare_requests: list[str]
    bare_things: list[str]
    nominal: list[str] = []
    later_times: list[str] = []
    later_joined: list[str] = []
    later_things: list[str] = []
    reported: list[str] = []
    bare_values: list[str]
    value_things: list[str]
    not_questions: list[str]
    tags: list[str]
    subjectless: list[str]
    inside: list[str]
    inside_after_pause: list[str]
    before_question: list[str]
    before_log: list[str]
    topics: list[str]
    happened: list[str]
    measured: list[str]
    intentions: list[str]
    log_requests: list[str]
    chat: list[str]
    chat_fillers: list[str]
    to_you: list[str]
    of_me: list[str]
    others: list[str]
    commands: list[str]
    bot_questions: list[str]
    corrections: list[str]
    corrections_anywhere: list[str]
    hedges: list[str]
    after_hedge: list[str]
    pairs: list[str] = []
    was_value: list[str]
    deletes: list[str]
    parts_of_a_set: list[str]
    it_was: list[str]
    reply_corrections: list[str]
    not_corrections: list[str]


@dataclass(frozen=True)
class Signals:
    """A language's signals; a pattern is compiled when it is first needed."""

    file: SignalFile
    language: Language

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

    @cached_property
    def prefixes(self) -> re.Pattern[str]:
        """What is said before the point."""
        return self._any(self.file.prefixes)

    @cached_property
    def questions(self) -> re.Pattern[str]:
        """A question or a request to be told something."""
        return self._any(self.file.questions + self.file.requests)

    @cached_property
    def fragments(self) -> re.Pattern[str]:
        """Noun phrases that ask ("my best squat")."""
        return self._any(self.file.fragments)

    @cached_property
    def bare_requests(self) -> tuple[re.Pattern[str], ...]:
        """Each the whole of a message that only names what is asked for, in group `of`."""
        return tuple(self._any([pattern]) for pattern in self.file.bare_requests)

    @cached_property
    def bare_values(self) -> tuple[re.Pattern[str], ...]:
        """Each the whole of a message that names a figure of some time, in group `of`."""
        return tuple(self._any([pattern]) for pattern in self.file.bare_values)

    @cached_property
    def nominal(self) -> re.Pattern[str]:
        """The whole of a message that, without a verb, names a figure of something."""
        return self._any(self.file.nominal)

    @cached_property
    def later_times(self) -> re.Pattern[str]:
        """The whole of what, after a question, asks the same of another time."""
        return self._any(self.file.later_times)

    @cached_property
    def later_joined(self) -> re.Pattern[str]:
        """The whole of what, after a question, asks the same of another thing ("and chicken")."""
        return self._any(self.file.later_joined)

    @cached_property
    def later_things(self) -> re.Pattern[str]:
        """The same without a word that joins it on; the thing is the group `of`."""
        return self._any(self.file.later_things)

    @cached_property
    def reported(self) -> re.Pattern[str]:
        """What shows that such words report ("longest run ever today")."""
        return self._any(self.file.reported)

    @cached_property
    def not_questions(self) -> re.Pattern[str]:
        """Only look like asking."""
        return self._any(self.file.not_questions)

    @cached_property
    def tags(self) -> re.Pattern[str]:
        """Tags at the end of a statement."""
        return self._any(self.file.tags, r"(?:^|[\s,]){}\W*$")

    @cached_property
    def subjectless(self) -> re.Pattern[str]:
        """A report that begins like a question."""
        return self._any(self.file.subjectless)

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

    @cached_property
    def before_log(self) -> re.Pattern[str]:
        """Where a log begins after a question in the same sentence."""
        return self._any(self.file.before_log)

    @cached_property
    def topics(self) -> re.Pattern[str]:
        """Openings that belong to the question after them."""
        return self._any(self.file.topics)

    @cached_property
    def happened(self) -> re.Pattern[str]:
        """Something that took place."""
        return self._any(self.file.happened, r"(?<![^\W\d_]){}")

    @cached_property
    def measured(self) -> re.Pattern[str]:
        """A value or a time, enough for a sentence of its own."""
        return self._any(self.file.measured)

    @cached_property
    def intentions(self) -> re.Pattern[str]:
        """Plans and habits."""
        return self._any(self.file.intentions)

    @cached_property
    def log_requests(self) -> re.Pattern[str]:
        """Asks for something to be stored."""
        return self._any(self.file.log_requests)

    @cached_property
    def chat(self) -> re.Pattern[str]:
        """A bit of small talk, to the end of a word."""
        return self._any(self.file.chat, r"{}(?![\w'])")

    @cached_property
    def chat_fillers(self) -> re.Pattern[str]:
        """What may stand between such bits."""
        return self._any(self.file.chat_fillers, r"{}(?![\w'])")

    @cached_property
    def to_you(self) -> re.Pattern[str]:
        """Speaks to the bot."""
        return self._any(self.file.to_you, r"(?<!\w){}")

    @cached_property
    def of_me(self) -> re.Pattern[str]:
        """Tells or asks of the writer, whomever it speaks to."""
        return self._any(self.file.of_me, r"(?<!\w){}")

    @cached_property
    def others(self) -> re.Pattern[str]:
        """Begins a question about the world."""
        return self._any(self.file.others)

    @cached_property
    def commands(self) -> re.Pattern[str]:
        """What a command does, without the command."""
        return self._any(self.file.commands)

    @cached_property
    def bot_questions(self) -> re.Pattern[str]:
        """Questions about the bot itself."""
        return self._any(self.file.bot_questions)

    @cached_property
    def corrections(self) -> re.Pattern[str]:
        """Openings of a correction."""
        return self._any(self.file.corrections)

    @cached_property
    def corrections_anywhere(self) -> re.Pattern[str]:
        """Correct wherever they stand ("185 not 85")."""
        return self._any(self.file.corrections_anywhere, r"(?<!\w){}" if self.language == "en" else "{}")

    @cached_property
    def hedges(self) -> re.Pattern[str]:
        """Announces a correction."""
        return self._any(self.file.hedges, "(?:{})+")

    @cached_property
    def after_hedge(self) -> re.Pattern[str]:
        """What after a hedge is one."""
        return self._any(self.file.after_hedge)

    @cached_property
    def pairs(self) -> tuple[re.Pattern[str], ...]:
        """Each the whole of a message that puts one name, group `right`, in place of another, `wrong`."""
        return tuple(self._any([pattern]) for pattern in self.file.pairs)

    @cached_property
    def was_value(self) -> re.Pattern[str]:
        """What something was and nothing else: group `thing` is what."""
        return self._any(self.file.was_value)

    @cached_property
    def deletes(self) -> re.Pattern[str]:
        """What is to be deleted and nothing else: group `thing`."""
        return self._any(self.file.deletes)

    @cached_property
    def it_was(self) -> re.Pattern[str]:
        """Corrects when a measure and nothing else follows."""
        return self._any(self.file.it_was)

    @cached_property
    def reply_corrections(self) -> re.Pattern[str]:
        """What is one as a reply to a log."""
        return self._any(self.file.reply_corrections)

    @cached_property
    def not_corrections(self) -> re.Pattern[str]:
        """Only look like correcting."""
        return self._any(self.file.not_corrections)


@cache
def signals(language: Language) -> Signals:
    """The signals of a language."""
    return Signals(load("router", language, SignalFile), language)
