"""Whether a few words after a question go on asking: "and protein", "nov", "스쿼트는"."""

from __future__ import annotations

from collections.abc import Mapping

from agents.offline.lexicon import language_of, plain
from agents.offline.questions.question_rules import decided, question_rules
from agents.offline.questions.question_spans import signs_in
from agents.offline.routing.router_words import SignalFile, signals

_LONGEST = 50
_WITH_FIGURES = ("strength",)
"""Domains of which nobody logs a bare word; "yoga" and "pizza" report something."""

Vocabulary = Mapping[str, Mapping[str, str]]


def follows_up(text: str, vocabulary: Vocabulary) -> bool:
    """Whether it names only a time, or a thing without the figure that it is logged with."""
    said = plain(text).strip(" .,~\n")
    if len(said) > _LONGEST or "!" in text or "\n" in said:
        return False
    known = signals(language_of(said))
    if known.later_times.fullmatch(said):
        return True
    if known.reported.search(said) or known.happened.search(said) or known.not_questions.match(said):
        return False
    signs = signs_in(said, known.language)
    if known.later_joined.fullmatch(said) or decided(question_rules().goes_on, signs) is not None:
        return True
    found = known.later_things.fullmatch(said)
    return found is not None and _needs_a_figure(found["of"].strip(), known.file, vocabulary)


def _needs_a_figure(thing: str, file: SignalFile, vocabulary: Vocabulary) -> bool:
    several = thing.endswith("s") and not thing.endswith("ss")
    if thing in file.value_things or (several and thing in file.bare_things):
        return True
    forms = (thing, thing.removesuffix("s")) if several else (thing,)
    return any(
        form in words
        for domain, words in vocabulary.items()
        if domain in _WITH_FIGURES or (several and domain != "user")
        for form in forms
    )
