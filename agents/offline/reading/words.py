"""What words mean in a log: the lexicons, the loaded domains' terms and a person's own, in one catalogue.

A domain's terms are made ready once; a catalogue only looks into those of its domains and puts together what
begins with one word when a text has that word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from agents.language.tokens import Token
from agents.latest import Latest
from agents.offline.lexicon import plain
from agents.offline.reading import hangul
from agents.offline.reading.common import common_words, words_of
from agents.offline.reading.lexicons import pair_words, short_words
from agents.offline.reading.naming import AllNames
from agents.offline.reading.phrases import Branch, Meaning, Named, Phrase, Variants
from agents.offline.reading.terms import Term, Terms, guessed, is_read_apart, of_domain
from agents.offline.reading.typos import Typos, beside
from domains.model import ActiveDomainContext, Domain

__all__ = ["Catalogue", "Meaning", "Named", "catalogue_for"]

_NO_COUNTER = frozenset(("joins", "then", "me", "closes", "helped", "only"))
"""Parts of the notation that no number in words stands before."""


_S = "'s"
"""As some write the plural of an abbreviation."""


class Catalogue:
    """Phrases to meanings, found longest first. `own`: a person's terms, over a catalogue `under` them."""

    def __init__(
        self, domains: Sequence[Terms], own: Terms | None = None, under: Catalogue | None = None
    ) -> None:
        self._common = common_words()
        self.numbers = self._common.numbers
        self.particles = self._common.particles
        self._domains = domains
        self._all = (*domains, own) if own is not None else tuple(domains)
        self._under = under
        self._new = (own,) if own is not None and under is not None else self._all
        """Whose phrases are not those of the catalogue under it."""
        self._names = AllNames([terms.names for terms in self._all], short_words())
        self._branches: dict[str, Branch] = {}

    @cached_property
    def typos(self) -> Typos:
        """Built when the first unknown word comes."""
        return Typos([terms.spellings for terms in self._all], self._common.spared)

    def with_own(self, own: Mapping[str, str]) -> Catalogue:
        """This one with a person's own terms on top."""
        terms = Terms(own, {name: self._meaning(name) for name in own.values()})
        return Catalogue(self._domains, terms, under=self)

    def _branch(self, first: str) -> Branch:
        """The phrases that begin so."""
        found = self._branches.get(first)
        if found is not None:
            return found
        for terms in self._new:
            if first in terms.firsts:
                found = self._branches[first] = self._grown(first)
                return found
        return self._under._branch(first) if self._under is not None else self._common.branch(first)

    def _grown(self, first: str) -> Branch:
        """Of a term that two claim the later one's name holds; names come before what the lexicons say."""
        branch = Branch()
        for at in ("by_first", "joined"):
            claimed: dict[str, Term] = {}
            for terms in self._all:
                listed = terms.by_first if at == "by_first" else terms.joined
                claimed.update((term.written, term) for term in listed.get(first, ()))
            for term in claimed.values():
                if not is_read_apart(term.name):
                    branch.add(term.words, self._meaning(term.name))
        for words, meaning in self._common.by_first.get(first, ()):
            branch.add(words, meaning)
        places: dict[Phrase, str] = {}
        for terms in self._all:
            places.update(terms.places.get(first, ()))
        for words, part in places.items():
            branch.add(words, Meaning("part", part))
        return branch

    def _meaning(self, name: str) -> Meaning:
        """A name two domains know is the later one's."""
        for terms in reversed(self._domains):
            if name in terms.meanings:
                return terms.meanings[name]
        return guessed(name)

    def _is_word(self, word: str) -> bool:
        return word in self._common.words or any(word in terms.words for terms in self._all)

    def is_known_hangul(self, word: str) -> bool:
        """Whether it is a word of some phrase."""
        return word in self._common.hangul or any(word in terms.hangul for terms in self._all)

    def alone(self, word: str) -> tuple[Meaning, ...]:
        """What the word means when it stands alone."""
        return self._branch(word).variants.get((word,), ())

    def find(self, tokens: Sequence[Token], at: int) -> tuple[int, tuple[Meaning, ...]]:
        """How many tokens the longest known phrase at `at` has, and its meanings; (0, ()) when unknown."""
        length, meanings = self._find(tokens, at)
        longer, name = self._names.longest(tokens, at, length)
        if longer and not any(at + k + self._find(tokens, at + k)[0] > at + longer for k in range(1, longer)):
            return longer, (self._meaning(name),)
        return length, meanings

    def _find(self, tokens: Sequence[Token], at: int) -> tuple[int, tuple[Meaning, ...]]:
        branch = self._branch(tokens[at].text)
        if not branch.longest:
            return 0, ()
        words = tuple([token.text for token in tokens[at : at + branch.longest]])
        while words:
            meanings = branch.variants.get(words)
            if meanings is not None:
                return len(words), meanings
            words = words[:-1]
        return 0, ()

    def mended(self, tokens: list[Token]) -> list[Token]:
        """Typos of exercise words mended; of several words the one that goes with the word before."""
        result: list[Token] = []
        for token in tokens:
            known = token.kind not in ("word", "hangul") or self._is_word(token.text)
            candidates = [] if known else self.typos.candidates(token.text)
            if not known and token.text.endswith(_S) and self._names_exercise(token.text[: -len(_S)]):
                candidates = [token.text[: -len(_S)]]  # `rdl's 3x10`
            if not known and not candidates and result:
                candidates = beside(token.text, self._variants(result[-1]))
            if len(candidates) > 1 and result:
                together = self._variants(result[-1])
                candidates = [one for one in candidates if (result[-1].text, one) in together]
            result.append(token._replace(text=candidates[0]) if len(candidates) == 1 else token)
        return result

    def _names_exercise(self, word: str) -> bool:
        return any(one.named is not None and one.named.shape == "sets" for one in self.alone(word))

    def _variants(self, token: Token) -> Variants:
        return self._branch(token.text).variants

    def split(self, tokens: Iterable[Token]) -> list[Token]:
        """Korean runs taken apart into words and particles."""
        return hangul.split(tokens, self)

    def meanings(self, name: str) -> tuple[Meaning, ...]:
        """What a whole name means; nothing when it is not known."""
        words = words_of(plain(name))
        return self._branch(words[0]).variants.get(words, ())

    def is_pair(self, token: Token) -> bool:
        """Whether the number in words is of a pair of dumbbells: no other number goes on from it."""
        return token.text in pair_words()

    def counts(self, token: Token) -> bool:
        """Whether the token is a unit, a counter or steps: what a number in words stands before."""
        return any(
            one.kind == "unit" or (one.kind == "tag" and one.what not in _NO_COUNTER) or one.what == "steps"
            for one in self.alone(token.text)
        )


_KEPT = 128
_domains: Latest[int, tuple[Domain, Terms]] = Latest(_KEPT)
"""By identity, as are the others."""
_catalogues: Latest[tuple[int, ...], tuple[tuple[Domain, ...], Catalogue]] = Latest(_KEPT)
_own: Latest[tuple[tuple[int, ...], frozenset[tuple[str, str]]], tuple[tuple[Domain, ...], Catalogue]] = (
    Latest(_KEPT)
)


def catalogue_for(context: ActiveDomainContext) -> Catalogue:
    """The catalogue of these domains and words; the latest are kept."""
    domains = context.domains
    key = tuple(id(domain) for domain in domains)
    shared = _catalogues.of(key, lambda: (domains, Catalogue([_terms(domain) for domain in domains])))[1]
    own = context.own if domains else context.vocabulary
    if not own:
        return shared
    return _own.of((key, frozenset(own.items())), lambda: (domains, shared.with_own(own)))[1]


def _terms(domain: Domain) -> Terms:
    return _domains.of(id(domain), lambda: (domain, of_domain(domain)))[1]
