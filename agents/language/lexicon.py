"""What words mean: the lexicons of all languages, the loaded domains' terms and a person's own, in one trie.

Phrases stand under their first word as they were written; what begins with a word is made ready when a text
first has that word, so that nothing is paid for the thousands that it has not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from agents.language import triggers
from agents.language.files import tables
from agents.language.meaning import Branch, Entry, entry_of
from agents.language.named import Named
from agents.language.names import Names, parts
from agents.language.numerals import Numerals, Spelled
from agents.language.terms import Terms
from agents.language.text import plain
from agents.language.tokens import Token, words_of
from agents.language.typos import Typos
from agents.language.words import LogWords, Measured, every, kind_by_end, log_words
from agents.latest import Latest, by_identity
from domains.model import ActiveDomainContext, Domain, Shape

_LETTERS = re.compile(r"[^\W\d_]+")
_SHORTEST_JOINED = 6
_NAME_TOKENS = 12

_PAIN = Entry(frozenset(("PAIN",)))
_PLACE = frozenset(("PART", "PLACE"))


_NOTHING = Branch()


class Common:
    """The lexicons of all languages, built once and shared."""

    def __init__(self) -> None:
        words = log_words()
        self.terms = Terms()
        self.units = {
            plain(one): unit for file in words for unit, names in file.units.items() for one in names
        }
        self.particles = every(file.particles for file in words)
        self.spared = every((*file.not_typos, *file.apart, *file.symbols.get("FILLER", ())) for file in words)
        self.apart = every((*file.apart, *file.particles) for file in words)
        self.everyday = every(file.not_typos for file in words)
        self.typos = Typos(self.apart | self.everyday)
        self.no_noun_ends = tuple(every(file.no_noun_ends for file in words))
        self.name_opens = every(file.name_opens for file in words)
        self.name_ends = every(file.name_ends for file in words)
        self.no_name_ends = tuple(every(file.no_name_ends for file in words))
        self.short = {
            short: name for file in words for name, shorts in file.short.items() for short in shorts
        }
        self.numerals = Numerals([file.numerals for file in words if file.numerals is not None])
        self.homes: dict[str, Named] = {}
        for file in words:
            for phrases, entry in _entries(file):
                self.terms.add(phrases, entry)
            self._measures(file.measures, "metrics")
            self._measures(file.bouts, "bouts")
            for name, phrases in file.exercises.items():
                self.terms.add(phrases, entry_of(Named(name, "strength", "sets")))
        self.terms.know_words()
        self.terms.words.update(self.numerals.words)
        self._branches: dict[str, Branch] = {}

    def _measures(self, measures: Mapping[str, Measured], shape: Shape) -> None:
        for name, own in measures.items():
            named = Named(name, own.domain, shape, own.kind, own.unit)
            self.homes.setdefault(name, named)
            told = [term for term in own.terms if not self.is_of_the_number_before(term)]
            self.terms.add(told, entry_of(named))

    def is_of_the_number_before(self, phrase: str) -> bool:
        """Whether a metric's phrase begins with a unit, which belongs to a number: `hours of sleep`."""
        first, _, rest = phrase.partition(" ")
        return bool(rest) and first in self.units

    def branch(self, first: str) -> Branch:
        """The phrases of the lexicons that begin so."""
        found = self._branches.get(first)
        if found is None:
            if not self.terms.begins(first):
                return _NOTHING
            found = self._branches[first] = Branch()
            for phrase, entry in self.terms.of(first):
                found.add(words_of(phrase), entry)
        return found


def _entries(file: LogWords) -> Iterator[tuple[Iterable[str], Entry]]:
    """The phrases of a file that name no measure, and what they mean."""
    for unit, names in file.units.items():
        yield names, Entry(unit=unit)
    for symbol, phrases in file.symbols.items():
        yield phrases, Entry(frozenset((symbol,)))
    for symbol, which in file.kinds.items():
        for what, phrases in which.items():
            yield phrases, Entry(frozenset((symbol,)), means=((symbol.lower(), what),))
    for name, amounts in file.amounts.items():
        for phrase, value in amounts.items():
            yield (phrase,), Entry(frozenset(("AMOUNT",)), amount=value, means=(("amount", name),))
    for phrase, metres in file.races.items():
        yield (phrase,), Entry(frozenset(("RACE",)), amount=metres)


@cache
@tables()
def common() -> Common:
    """Built at first use."""
    return Common()


@tables()
def terms_of(vocabulary: Mapping[str, str], known: Mapping[str, Entry], places: Mapping[str, str]) -> Terms:
    """The terms of a domain or a person; `known` says what canonical names mean, others are guessed."""
    shared, terms = common(), Terms()
    entries = {name: known.get(name) or guessed(name) for name in set(vocabulary.values()) - _NO_TERMS}
    shapes = {name: one.named.shape if one.named is not None else "" for name, one in entries.items()}
    plainly = plain("\n".join(vocabulary)).split("\n")
    for made, (term, name) in zip(plainly, vocabulary.items(), strict=True):
        written = term if term == made else made  # the domain's own text is kept anyway
        shape = shapes.get(name)
        if shape is None or (shape not in _MOVES and shared.is_of_the_number_before(written)):
            continue
        if shape in _MOVES:
            terms.moves[written] = name
        if shape == "sets":
            terms.exercises[written] = name
        terms.put(written, entries[name])
    for place, part in places.items():
        terms.add((place,), Entry(_PLACE, means=(("part", part),)))
    terms.know_words()
    for joined, name in [(_joined(written), name) for written, name in terms.moves.items()]:
        if joined and not terms.begins(joined) and joined not in shared.terms.words:
            terms.put(joined, entries[name])
            terms.joined.append(joined)
    terms.words.update(terms.joined)
    return terms


_MOVES = ("sets", "bouts")
"""Shapes of what somebody does."""


def _joined(written: str) -> str:
    """`latpulldown`: a name of several words written as one; "" where that would be no name."""
    several = (" " in written or "-" in written) and written.isascii()
    joined = written.replace(" ", "").replace("-", "") if several else ""
    return joined if len(joined) >= _SHORTEST_JOINED and joined.isalpha() else ""


def guessed(name: str) -> Entry:
    """What a name of the user's own means, or one of a vocabulary that came without its domains."""
    if name in _APART:
        return _APART[name]
    return entry_of(common().homes.get(name) or Named(name, "strength", "sets"))


_APART = {"pain": _PAIN}
"""A field whose words are more than its name."""
_NO_TERMS = frozenset(("meal",))
"""Fields whose words are the lexicons' business."""


def _known(domain: Domain) -> dict[str, Entry]:
    return {name: _APART.get(name) or entry_of(_named(domain, name)) for name in domain.names}


def _named(domain: Domain, name: str) -> Named:
    spec, shape = domain.field(name), domain.shape_of(name)
    if spec is not None and shape == "metrics":
        return Named(name, domain.name, shape, spec.type, spec.unit)
    return Named(name, domain.name, shape)


class Lexicon:
    """Phrases to what they mean, found longest first; over those of a lexicon `under` it a person's own."""

    def __init__(
        self, domains: Sequence[Domain], terms: Sequence[Terms], under: Lexicon | None = None
    ) -> None:
        self._shared = common()
        self._domains = domains
        self._terms = terms
        self._under = under
        self._branches: dict[str, Branch] = {}
        self.number_words: Collection[str] = self._shared.numerals.words
        self.particles: Collection[str] = self._shared.particles
        self.point = self._shared.numerals.point
        self.large = self._shared.numerals.large
        self.short = self._shared.short
        self.no_name_ends = self._shared.no_name_ends
        self.no_noun_ends = self._shared.no_noun_ends
        self.name_opens, self.name_ends = self._shared.name_opens, self._shared.name_ends

    @cached_property
    @tables()
    def names(self) -> Names:
        """The listed exercises, and names that are put together."""
        if self._under is not None:
            return Names(self._terms[-1].exercises, _equipment(self._domains), self._under.names)
        training = [(one, own) for one, own in zip(self._domains, self._terms, strict=True) if own.exercises]
        key = tuple(id(one) for one, _ in training)
        return _names_of.of(key, lambda: (training, _names(training)))[1]

    @cached_property
    def typos(self) -> Typos:
        """Built when the first unknown word comes."""
        moves = " ".join([term for one in self._terms for term in (*one.moves, *one.joined)])
        return Typos(_LETTERS.findall(moves), self._shared.spared)

    @cached_property
    def slips(self) -> Typos:
        """Of units, counts and names of what one measures."""
        terms = [one for own in (self._shared.terms, *self._terms) for one in own.entries.items()]
        words = [word for word, entry in terms if word.isalpha() and (entry.unit or entry.has(*_MENDED))]
        return Typos(words, self._shared.spared)

    @cached_property
    def firsts(self) -> dict[str, set[str]]:
        """The first words of names of several words, by the second."""
        found: dict[str, set[str]] = {}
        for term in (term for one in self._terms for term in one.moves):
            first, _, rest = term.replace("-", " ").partition(" ")
            if rest:
                found.setdefault(rest.partition(" ")[0], set()).add(first)
        return found

    def entry(self, name: str) -> Entry:
        """What a canonical name means; one that two domains know is the later one's."""
        for domain in reversed(self._domains):
            if name in domain.names:
                return _APART.get(name) or entry_of(_named(domain, name))
        return guessed(name)

    def is_word(self, word: str) -> bool:
        """Whether it is a word of some phrase, or of a kind that its end tells."""
        shared = word in self._shared.terms.words or word in parts().words
        return shared or any(word in one.words for one in self._terms) or bool(kind_by_end(word))

    def branch(self, first: str) -> Branch:
        """The phrases that begin so."""
        found = self._branches.get(first)
        if found is not None:
            return found
        if not self._has(first):
            found = self._shared.branch(first)
            if found.longest:
                self._branches[first] = found
            return found
        found = self._branches[first] = Branch()
        own = [told for one in self._terms for told in one.of(first)]
        places = [(phrase, entry) for phrase, entry in own if _is_place(entry)]
        claimed = {phrase: entry for phrase, entry in own if not _is_place(entry)}
        meant = [(phrase, entry) for phrase, entry in claimed.items() if entry.symbols or entry.unit]
        for phrase, entry in meant + places:
            found.add(words_of(phrase), entry)
        for phrase, entry in self._shared.branch(first).entries.items():
            found.add(phrase, entry)
        return found

    def _has(self, first: str) -> bool:
        for one in self._terms:  # noqa: SIM110 - asked of every word, and a generator takes twice as long
            if one.begins(first):
                return True
        return False

    def alone(self, word: str) -> Entry:
        """What the word means when it stands alone."""
        return self.branch(word).entries.get((word,), _EMPTY)

    def is_apart(self, word: str) -> bool:
        """Whether it is no part of an exercise's name."""
        return word in self._shared.apart or self.is_trigger(word)

    def is_near_apart(self, word: str) -> bool:
        """Whether it is an everyday word, or one of no name with a slip."""
        return word in self._shared.everyday or bool(self._shared.typos.candidates(word))

    def is_of_names(self, word: str) -> bool:
        """Whether it changes an exercise, or is what one is done with."""
        return parts().is_aside(word)

    def is_trigger(self, word: str) -> bool:
        """Whether it says how a stretch of a message is meant."""
        return triggers.lexicon().has(word)

    def spelled(self, tokens: Sequence[Token], at: int) -> Spelled:
        """The number in words that begins at `at`."""
        return self._shared.numerals.spelled(tokens, at, self.counts)

    def scaled(self, tokens: Sequence[Token], at: int) -> Spelled:
        """The number in digits and words that begins at `at`."""
        return self._shared.numerals.scaled(tokens, at, self.counts)

    def counts(self, token: Token) -> bool:
        """Whether the token is a unit, a counter or steps: what a number in words stands before."""
        return self.ends_number(token.text)

    def ends_number(self, word: str) -> bool:
        """Whether it is a unit or counter that a number in words can stand before."""
        return self.alone(word).counts

    def find(self, tokens: Sequence[Token], at: int) -> tuple[int, Entry | None]:
        """How many tokens the longest known phrase at `at` has, and what it is; (0, None) when unknown."""
        length, entry = self._find(tokens, at)
        if tokens[at].kind not in ("word", "hangul") and not _is_hyphened(tokens, at):
            return length, entry
        if entry is None and (kind := kind_by_end(tokens[at].text)):
            return 1, Entry(frozenset((kind,)))
        longer, name = self.names.longest([token.text for token in tokens[at : at + _NAME_TOKENS]], length)
        if longer and not any(at + k + self._find(tokens, at + k)[0] > at + longer for k in range(1, longer)):
            return longer, self.entry(name)
        return length, entry

    def _find(self, tokens: Sequence[Token], at: int) -> tuple[int, Entry | None]:
        branch = self.branch(tokens[at].text)
        if not branch.longest:
            return 0, None
        words = tuple([token.text for token in tokens[at : at + branch.longest]])
        while words:
            entry = branch.entries.get(words)
            if entry is not None and not _is_parted(tokens[at : at + len(words)]):
                return len(words), entry
            words = words[:-1]
        return 0, None


def _is_parted(tokens: Sequence[Token]) -> bool:
    """`w 8kg`, which is no `w8`: a letter and a number with a blank between them."""
    lettered = len(tokens) == 2 and len(tokens[0].text) == 1
    return lettered and tokens[1].kind == "number" and not tokens[1].glued


def _is_place(entry: Entry) -> bool:
    """Whether it says which part of the body, and names nothing."""
    return entry.named is None and bool(entry.means)


def _is_hyphened(tokens: Sequence[Token], at: int) -> bool:
    """`1-leg`: a number that a word hangs on by a hyphen."""
    after = tokens[at + 1 : at + 3]
    return (
        tokens[at].kind == "number" and [one.text for one in after[:1]] == ["-"] and after[-1].kind == "word"
    )


_EMPTY = Entry()
_MENDED = ("SETS", "REPS", "METRIC", "BOUT", "MEAL", "PAIN", "PART", "EACH", "WARMUP", "ATE", "RESTATED")
"""What words are that are mended beside figures."""


def _equipment(domains: Iterable[Domain]) -> dict[str, str]:
    """What each exercise is done with."""
    return {spec.name: spec.equipment for domain in domains for spec in domain.measures}


def _names(training: Sequence[tuple[Domain, Terms]]) -> Names:
    sets = {term: name for _, own in training for term, name in own.exercises.items()}
    return Names(sets, _equipment([one for one, _ in training]))


_KEPT = 128
_names_of: Latest[tuple[int, ...], tuple[Sequence[tuple[Domain, Terms]], Names]] = Latest(_KEPT)
"""Of the domains that have exercises, by identity as below, whichever others are loaded with them."""
_of_domains: Latest[tuple[int, ...], tuple[tuple[Domain, ...], Lexicon]] = Latest(_KEPT)
_own: Latest[tuple[tuple[int, ...], frozenset[tuple[str, str]]], tuple[tuple[Domain, ...], Lexicon]] = Latest(
    _KEPT
)


def lexicon_for(context: ActiveDomainContext) -> Lexicon:
    """The lexicon of these domains and words; the latest are kept."""
    domains = context.domains
    key = tuple(id(domain) for domain in domains)
    shared = _of_domains.of(key, lambda: (domains, Lexicon(domains, [_terms(one) for one in domains])))[1]
    own = context.own if domains else context.vocabulary
    if not own:
        return shared
    return _own.of((key, frozenset(own.items())), lambda: (domains, _with_own(shared, domains, own)))[1]


def _with_own(shared: Lexicon, domains: Sequence[Domain], own: Mapping[str, str]) -> Lexicon:
    terms = terms_of(own, {name: shared.entry(name) for name in own.values()}, {})
    return Lexicon(domains, [*[_terms(one) for one in domains], terms], shared)


@by_identity(_KEPT)
def _terms(domain: Domain) -> Terms:
    return terms_of(domain.vocabulary, _known(domain), domain.places)
