"""What words mean in a log: the lexicons of data/ and the loaded domains' vocabulary, in one catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from agents.offline.lexicon import plain
from agents.offline.reading.lexicons import ReadingWords, pair_words, reading_words, short_words
from agents.offline.reading.naming import Names
from agents.offline.reading.phrases import Layer, Meaning, Named, Phrase, Variants, is_hangul
from agents.offline.reading.tokens import Token, tokenize
from agents.offline.reading.typos import Typos, beside, joined_name
from domains.model import ActiveDomainContext, Shape

_NO_COUNTER = frozenset(("joins", "then", "me", "closes", "helped", "only"))
"""Parts of the notation that no number in words stands before."""
_LOOKAHEAD = 8
"""Letters of a Korean run looked at to judge a cut: keeps long runs linear."""


class Lexicon:
    """What is the same whatever domains are loaded; built once and shared by all catalogues."""

    def __init__(self) -> None:
        self.layer = Layer(_unit_words())
        self.by_first: dict[str, list[tuple[Phrase, Meaning]]] = {}
        self.numbers: dict[str, int] = {}
        self.particles: set[str] = set()
        self.spared: set[str] = set()
        for words in reading_words():
            self.numbers |= words.numbers
            self.particles.update(words.particles)
            self.spared.update(words.not_typos)
            self.spared.update(
                word for words in words.cues.values() for phrase in words for word in phrase.split()
            )
            self.spared.update(words.fillers)
            for phrase, meaning in _lexicon(words):
                parts = _words_of(plain(phrase))
                if parts:
                    self.by_first.setdefault(parts[0], []).append((parts, meaning))
                    self.layer.add(parts, meaning)
        self.layer.hangul.update(word for word in self.numbers if is_hangul(word))


@cache
def _shared() -> Lexicon:
    return Lexicon()


@cache
def _unit_words() -> frozenset[str]:
    return frozenset(
        word for words in reading_words() for phrases in words.units.values() for word in phrases
    )


@cache
def _words_of(phrase: str) -> Phrase:
    if phrase.replace(" ", "").isalpha() and phrase.isascii():
        return tuple(phrase.split())  # what the tokenizer would give, ten times as fast
    return tuple(token.text for token in tokenize(phrase) if token.kind != "line")


@lru_cache(maxsize=8)
def _typos(words: frozenset[str]) -> Typos:
    return Typos(words, _shared().spared)


class Catalogue:
    """Phrases to meanings, found longest first. Built once for a set of domains, over the lexicon."""

    def __init__(self, context: ActiveDomainContext) -> None:
        shared = _shared()
        self.numbers = shared.numbers
        self.particles = shared.particles
        self._shared = shared.layer
        self._own = Layer(_unit_words())
        self._names = Names(short_words())
        exercise_words: set[str] = set()
        for phrase, meaning in _vocabulary(context):
            words = _words_of(phrase)
            if words:
                self._own.add(words, meaning)
            if meaning.named is not None and meaning.named.shape != "metrics":
                exercise_words.update(words)
                self._names.add(words, meaning)
                joined = joined_name(words)
                if joined and not self._is_word(joined):
                    self._own.add((joined,), meaning)
                    exercise_words.add(joined)
        for first in list(self._own.variants):
            for words, meaning in shared.by_first.get(first, ()):
                self._own.add(words, meaning)
        for place, part in context.body_parts.items():
            words = _words_of(plain(place))
            if words and words[0] not in self._own.variants:
                for known, meaning in shared.by_first.get(words[0], ()):
                    self._own.add(known, meaning)
            if words:
                self._own.add(words, Meaning("part", part))
        self._mendable = frozenset(exercise_words)

    @property
    def typos(self) -> Typos:
        """Built when the first unknown word comes, and shared."""
        return _typos(self._mendable)

    def _variants(self, first: str) -> Variants:
        """The phrases that begin so: the own layer has the lexicon's too where it has any."""
        return self._own.variants.get(first) or self._shared.variants.get(first) or {}

    def _longest(self, first: str) -> int:
        return self._own.longest.get(first) or self._shared.longest.get(first, 0)

    def _is_word(self, word: str) -> bool:
        return word in self._own.words or word in self._shared.words

    def _is_known_hangul(self, word: str) -> bool:
        return word in self._own.hangul or word in self._shared.hangul

    def find(self, tokens: Sequence[Token], at: int) -> tuple[int, tuple[Meaning, ...]]:
        """How many tokens the longest known phrase at `at` has, and its meanings; (0, ()) when unknown."""
        length, meanings = self._find(tokens, at)
        longer, named = self._names.longest(tokens, at, length)
        if longer and not any(at + k + self._find(tokens, at + k)[0] > at + longer for k in range(1, longer)):
            return longer, named
        return length, meanings

    def _find(self, tokens: Sequence[Token], at: int) -> tuple[int, tuple[Meaning, ...]]:
        variants = self._variants(tokens[at].text)
        if not variants:
            return 0, ()
        for length in range(min(self._longest(tokens[at].text), len(tokens) - at), 0, -1):
            meanings = variants.get(tuple(token.text for token in tokens[at : at + length]))
            if meanings is not None:
                return length, meanings
        return 0, ()

    def mended(self, tokens: list[Token]) -> list[Token]:
        """Typos of exercise words mended; of several words the one that goes with the word before."""
        result: list[Token] = []
        for token in tokens:
            known = token.kind not in ("word", "hangul") or self._is_word(token.text)
            candidates = [] if known else self.typos.candidates(token.text)
            if not known and not candidates and result:
                candidates = beside(token.text, self._variants(result[-1].text))
            if len(candidates) > 1 and result:
                together = self._variants(result[-1].text)
                candidates = [one for one in candidates if (result[-1].text, one) in together]
            result.append(token._replace(text=candidates[0]) if len(candidates) == 1 else token)
        return result

    def meanings(self, name: str) -> tuple[Meaning, ...]:
        """What a whole name means; nothing when it is not known."""
        words = _words_of(plain(name))
        return self._variants(words[0]).get(words, ())

    def is_pair(self, token: Token) -> bool:
        """Whether the number in words is of a pair of dumbbells: no other number goes on from it."""
        return token.text in pair_words()

    def counts(self, token: Token) -> bool:
        """Whether the token is a unit, a counter or steps: what a number in words stands before."""
        meanings = self._variants(token.text).get((token.text,), ())
        return any(
            one.kind == "unit" or (one.kind == "tag" and one.what not in _NO_COUNTER) or one.what == "steps"
            for one in meanings
        )

    def split(self, tokens: Iterable[Token]) -> list[Token]:
        """Korean runs taken apart into known words and particles: `80킬로로`, `벤치프레스를`, `열두개`."""
        result: list[Token] = []
        for token in tokens:
            if token.kind != "hangul" or self._is_known_hangul(token.text):
                result.append(token)
                continue
            number = bool(result) and result[-1].kind in ("number", "clock")
            start, glued = token.start, token.glued
            for piece in self._pieces(token.text, after_number=number):
                result.append(Token("hangul", piece, start, start + len(piece), glued))
                start, glued = start + len(piece), True
        return result

    def _pieces(self, run: str, *, after_number: bool) -> list[str]:
        """Known words from the left, longest first; what cannot be taken apart stays whole."""
        pieces: list[str] = []
        at = 0
        while at < len(run):
            rest = run[at : at + 12]
            cut = next(
                (
                    size
                    for size in range(len(rest), 0, -1)
                    if self._may_cut(
                        rest[:size],
                        run[at + size : at + size + _LOOKAHEAD],
                        after_number=after_number and at == 0,
                    )
                ),
                0,
            )
            if cut == 0:
                return [*pieces, run[at:]]
            pieces.append(run[at : at + cut])
            at += cut
        return pieces

    def _may_cut(self, head: str, tail: str, *, after_number: bool) -> bool:
        if not self._is_known_hangul(head) and head not in self.particles:
            return False
        if not tail or tail in self.particles or (after_number and len(tail) < 4):
            return True
        if head in self.numbers:
            return self._counted(tail)
        if head == "점":
            return tail[0] in self.numbers
        return len(head) > 1 and self._is_known_hangul(head)

    def _counted(self, tail: str) -> bool:
        """Whether a Korean number goes on, up to a unit or a counter."""
        for size in range(min(len(tail), 6), 0, -1):
            word = tail[:size]
            if word in self.numbers or word == "점":
                return not tail[size:] or self._counted(tail[size:])
            kinds = {one.kind for one in self._variants(word).get((word,), ())}
            if kinds & {"unit", "tag"} or (kinds & {"name"} and word == "보"):
                return True
        return False


_READ_APART = frozenset(("meal",))
"""Fields whose words are the lexicon's business."""


def _vocabulary(context: ActiveDomainContext) -> Iterable[tuple[str, Meaning]]:
    known = {domain.name: domain for domain in context.domains}
    owner = {name: domain for domain in known.values() for name in domain.vocabulary.values()}
    for term, name in context.vocabulary.items():
        domain = owner.get(name)
        if name in _READ_APART:
            continue
        if name == "pain":
            yield plain(term), Meaning("pain", "pain")
            continue
        if domain is None:
            yield plain(term), Meaning("name", name, Named(name, *_guess(name)))
            continue
        spec = domain.field(name)
        shape = domain.shape_of(name)
        if spec is not None and shape == "metrics":
            yield plain(term), Meaning("name", name, Named(name, domain.name, shape, spec.type, spec.unit))
        else:
            yield plain(term), Meaning("name", name, Named(name, domain.name, shape))


def _guess(name: str) -> tuple[str, Shape]:
    """Domain and shape of a name of the user's own, or of a vocabulary that came without its domains."""
    for words in reading_words():
        if name in words.bouts:
            return words.bouts[name].domain, "bouts"
        if name in words.measures:
            return words.measures[name].domain, "metrics"
    return "strength", "sets"


_KINDS = {
    "sleep": ("duration", "h"),
    "nap": ("duration", "min"),
    "sleep quality": ("scale", "/5"),
    "body weight": ("mass", "kg"),
    "mood": ("scale", "/5"),
    "energy": ("scale", "/10"),
    "stress": ("scale", "/10"),
    "protein": ("mass", "g"),
    "carbs": ("mass", "g"),
    "fat": ("mass", "g"),
    "water": ("volume", "ml"),
    "kcal": ("energy", "kcal"),
}


_PEOPLE = ("person", "person_led", "first_name")
"""Cues that name somebody."""


def _lexicon(words: ReadingWords) -> Iterable[tuple[str, Meaning]]:  # noqa: C901, PLR0912 - a list of lists
    for kind, table in (
        ("unit", words.units),
        ("tag", words.tags),
        ("cue", words.cues),
        ("feeling", words.feelings),
    ):
        for what, phrases in table.items():
            for phrase in phrases:
                yield phrase, Meaning(kind, what)
    for what in _PEOPLE:
        for phrase in words.cues.get(what, ()):
            for ending in words.possessives:
                yield phrase + ending, Meaning("cue", what)
    lists = {
        "noise_after": words.noise_after,
        "noise_before": words.noise_before,
        "filler": words.fillers,
        "programme": words.programmes,
        "meal": words.meals,
        "ate": words.ate,
        "pain": words.pain,
        "no_pain": words.no_pain,
        "feeling_word": words.feeling_words,
        "sleep_quality": words.sleep_quality,
        "no_dish": words.no_dish,
        "burned": words.burned,
        "not_food": words.not_food,
        "food": words.foods,
        "article": words.articles,
    }
    for kind, phrases in lists.items():
        for phrase in phrases:
            yield phrase, Meaning(kind, phrase)
    for name, phrases in words.amounts.items():
        for phrase, value in phrases.items():
            yield phrase, Meaning("amount", name, value=value)
    for phrase, meters in words.races.items():
        yield phrase, Meaning("race", phrase, value=meters)
    for table, shape in ((words.measures, "metrics"), (words.bouts, "bouts")):
        for name, own in table.items():
            kind, unit = _KINDS.get(name, ("number", ""))
            named = Named(name, own.domain, "metrics" if shape == "metrics" else "bouts", kind, unit)
            for phrase in own.terms:
                yield phrase, Meaning("name", name, named)
    for name, phrases in words.exercises.items():
        for phrase in phrases:
            yield phrase, Meaning("name", name, Named(name, "strength", "sets"))
    for kind, pairs in (("side", words.sides), ("part", words.parts)):
        for phrase, what in pairs.items():
            yield phrase, Meaning(kind, what)


_KEPT = 16
_built: list[tuple[tuple[int, ...], ActiveDomainContext, Catalogue]] = []


def catalogue_for(context: ActiveDomainContext) -> Catalogue:
    """The catalogue of these domains and words; the latest few are kept."""
    key = tuple(id(domain) for domain in context.domains)
    for ids, built_for, catalogue in _built:
        if ids == key and (built_for is context or built_for.vocabulary == context.vocabulary):
            return catalogue
    catalogue = Catalogue(context)
    _built.insert(0, (key, context, catalogue))
    del _built[_KEPT:]
    return catalogue
