"""Dates in the words of other languages than English and Korean, by their lexicons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from agents.numbers.date_claim import DateClaim, claimed, month_span, possible_days
from agents.numbers.languages import CJK_NUMBER, Lexicon, cjk_value, lexicons, one_of, spoken
from storage.entities import DateRange

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?<![\d.,:/])(?P<day>\d{1,2})(?:\.º|\.|er|º|°|ª)?"


def foreign_dates(text: str, today: date, *, sure: bool) -> Iterator[DateClaim]:
    """The dates of sentences that are surely, or perhaps, in another language than English or Korean."""
    known = lexicons()
    names = {id(lexicon): name for name, lexicon in known.items()}
    for start, end, read_by in spoken(text):
        if (len(read_by) < len(known)) != sure:
            continue
        rest = text[:end]
        for lexicon in read_by:
            for form, pattern in _forms(names[id(lexicon)]):
                for found in pattern.finditer(rest, start, end):
                    claim = _read(form, found, lexicon, today)
                    if claim is None:
                        continue
                    rest = rest[: found.start()] + " " * len(found[0]) + rest[found.end() :]
                    yield claim


@lru_cache(maxsize=16)
def _forms(name: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    lexicon = lexicons()[name]
    if not lexicon.back or not lexicon.units:
        return ()
    forms = _cjk() if lexicon.numerals else _latin(lexicon)
    units = one_of(word for word, kinds in lexicon.unit_words.items() if kinds[0][0] == "days")
    number = f"(?P<n>{CJK_NUMBER})" if lexicon.numerals else r"(?P<n>\d{1,3}|[^\W\d_]+)"
    ago = "|".join(
        part.replace("{n}", number if at == 0 else number.replace("?P<n>", "?P<m>")).replace(
            "{unit}", f"(?P<{'unit' if at == 0 else 'other'}>{units})"
        )
        for at, part in enumerate(lexicon.ago.split("|(?:") if lexicon.numerals else lexicon.ago.split("|"))
    )
    weekdays = [f"(?P<w{at}>{_names(names, 4)})" for at, names in enumerate(lexicon.weekdays)]
    edge = "" if lexicon.numerals else r"(?<!\w)"
    ends = "" if lexicon.numerals else r"(?!\w)"
    made = [
        ("ago", f"{edge}(?:{ago}){ends}"),
        *forms,
        ("back", f"{edge}(?P<back>{one_of(lexicon.back)}){ends}"),
    ]
    made.append(("weekday", f"{edge}(?:{'|'.join(weekdays)}){ends}"))
    return tuple((form, re.compile(pattern, re.IGNORECASE)) for form, pattern in made)


def _latin(lexicon: Lexicon) -> list[tuple[str, str]]:
    full = [f"(?P<m{at}>{_names(names, 1)})" for at, names in enumerate(lexicon.months)]
    month = f"(?:{'|'.join(full)})"
    alone = "|".join(f"(?P<m{at}>{names.split()[0]})" for at, names in enumerate(lexicon.months))
    weekdays = "|".join(f"(?P<w{at}>{_names(names, 4)})" for at, names in enumerate(lexicon.weekdays))
    led = rf"(?:(?<!\w)(?:{weekdays}),?\s+(?:(?:den|dem|le|el|il|de)\s+)?)?"
    of = r"(?:de\s+|di\s+|del\s+)?"
    return [
        ("day", rf"{led}{_DAY}\s*{of}{month}\.?(?!\w|\s+\d{{1,2}}:(?!\d))(?:,?\s+{of}{_YEAR}(?!\d))?"),
        ("month", rf"(?<!\w)(?:{alone})(?!\w)(?:\s+{of}{_YEAR}(?!\d))?"),
    ]


def _cjk() -> list[tuple[str, str]]:
    year = rf"(?:{_YEAR}年\s*)?"
    month = rf"(?<!\d)(?P<number>{CJK_NUMBER})\s*月\s*"
    return [
        ("day", rf"{year}{month}(?P<day>{CJK_NUMBER})\s*(?:日|号|號)?"),
        ("month", rf"{year}{month}(?!間)"),
        ("year", rf"{_YEAR}年"),
    ]


def _names(names: str, least: int) -> str:
    """Names that may be patterns; weekdays' short forms are too often something else."""
    kept = [name for name in names.split() if len(name) >= least] or names.split()
    return "|".join(sorted(kept, key=len, reverse=True))


def _read(form: str, found: re.Match[str], lexicon: Lexicon, today: date) -> DateClaim | None:
    groups = {key: value for key, value in found.groupdict().items() if value}
    year = int(groups["year"]) if "year" in groups else None
    weekday = next((int(key[1:]) for key in groups if re.fullmatch(r"w\d", key)), None)
    month = next((int(key[1:]) + 1 for key in groups if re.fullmatch(r"m\d+", key)), 0)
    if "number" in groups:
        month = cjk_value(groups["number"])
    match form:
        case "day":
            return claimed(found, possible_days(year, month, cjk_value(groups["day"]), weekday, today))
        case "month":
            years = (year,) if year else (today.year, today.year - 1)
            spans = tuple(month_span(each, month) for each in years if 1 <= month <= 12)
            return claimed(found, spans, loose=True)
        case "year":
            return claimed(
                found, (DateRange(start=date(year or 1, 1, 1), end=date(year or 1, 12, 31)),), loose=True
            )
        case "back":
            day = today - timedelta(days=lexicon.back[groups["back"].lower()])
            return claimed(found, (DateRange(start=day, end=day),))
        case "weekday":
            return DateClaim(*found.span(), found[0], spans=(), weekday=weekday)
        case _:
            return _ago(found, groups, lexicon, today)


def _ago(found: re.Match[str], groups: dict[str, str], lexicon: Lexicon, today: date) -> DateClaim | None:
    written = (groups.get("n") or groups.get("m") or "").lower()
    n = float(written) if written.isdecimal() else lexicon.value(written)
    if n is None:
        return None
    size = lexicon.unit_words[(groups.get("unit") or groups.get("other") or "").lower()][0][1]
    middle = today - timedelta(days=round(n * size))
    slack = timedelta(days=int(size) // 2)
    span = DateRange(start=middle - slack, end=min(today, middle + slack))
    return claimed(found, (span,), loose=size > 1)
