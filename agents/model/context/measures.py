"""The measures that a message may mean: a parser is shown these, and not all that there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agents.language.lexicon import Lexicon, lexicon_for
from agents.language.spelling import tokens_of
from agents.language.tokens import tokenize, words_of
from agents.latest import by_identity
from domains.model import ActiveDomainContext, Domain

_FEW = 8
"""Names of a domain that are shown without choosing, and the first of every longer list."""
_MOST = 30
_UNCHOSEN = 120
"""The first of a long list, where the words name nothing of it: they may be of any language."""
_LEAST = 1 / 3
"""Of a term's letters that the message must have: "squats" may be a front squat, and no bulgarian one."""
_Term = tuple[str, frozenset[str], int]
_SHAPES = {"sets": "sets of", "bouts": "bouts of", "metrics": "single values"}


def measure_lines(text: str, context: ActiveDomainContext) -> str:
    """A line a domain: what is recorded of each thing, and the names that the text may mean."""
    said = frozenset(_words(text, lexicon_for(context)))
    own = [_term(term, name) for term, name in context.own.items()]
    return "\n".join(_line(domain, said, own) for domain in context.domains)


def _line(domain: Domain, said: frozenset[str], own: Sequence[_Term]) -> str:
    fields = (f"{spec.name} [{', '.join(spec.units)}]" if spec.units else spec.name for spec in domain.fields)
    head = f"{domain.name} - {_SHAPES[domain.shape]}: {', '.join(fields)}"
    names = [spec.name for spec in domain.measures]
    if len(names) <= _FEW:
        return f"{head}. Named: {', '.join(names)}" if names else head
    meant = list(_meant(said, [*_listed(domain), *own]))
    chosen = [name for name in meant if name in domain.names][:_MOST]
    shown = dict.fromkeys((*chosen, *names[: _FEW if chosen else _UNCHOSEN]))
    return f"{head}. Named, of {len(names)}: {', '.join(shown)}"


def _meant(said: frozenset[str], terms: Iterable[_Term]) -> Iterator[str]:
    """Names of which the text says enough, those that it says most of first."""
    found: dict[str, tuple[float, int]] = {}
    for name, words, letters in terms:
        if (common := words & said) and (share := sum(map(len, common)) / letters) >= _LEAST:
            found[name] = max((share, letters), found.get(name, (0.0, 0)))
    yield from sorted(found, key=lambda name: found[name], reverse=True)


@by_identity(64)
def _listed(domain: Domain) -> Sequence[_Term]:
    return [_term(term, name) for term, name in domain.vocabulary.items()]


def _term(term: str, name: str) -> _Term:
    words = frozenset(map(_singular, words_of(term.lower())))
    return name, words, max(1, sum(map(len, words)))


def _words(text: str, lexicon: Lexicon) -> Iterator[str]:
    """The words of a text as they are written, as the lexicon mends them, and what they may be slips of."""
    for token in (*tokenize(text.lower()), *tokens_of(text.lower(), lexicon)):
        if token.kind in ("word", "hangul"):
            yield _singular(token.text)
            yield from map(_singular, lexicon.typos.candidates(token.text))


def _singular(word: str) -> str:
    return word.removesuffix("s")
