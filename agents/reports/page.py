"""A report as one HTML file that needs nothing else: readable on a phone, each value leads to its entries."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from agents.reports.marking import PICTURE, Drawn, Marking, Report, blocks, linked, newest_first
from agents.reports.speech import ReportWords
from agents.truth.rendering import day
from agents.truth.words import shown_in
from storage.entities import Entry

_HEADING = re.compile(r"(#{1,4})\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*]|\d+[.)])\s+(.*)")
_NUMBERED = re.compile(r"\s*(\d{1,4})[.)]\s")
_CODE_FENCE = "```"
_RULE = re.compile(r"\|?[\s:|-]+\|?$")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_SLANTED = re.compile(r"(?<![\w*])[*_]([^*_]+)[*_](?![\w*])")
_CODE = re.compile(r"`([^`]+)`")
_HEAD = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root{{color-scheme:light dark;--line:#8884;--link:#2a62c9}}
@media(prefers-color-scheme:dark){{:root{{--link:#8ab4ff}}}}
body{{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem 1rem 4rem}}
body{{overflow-wrap:anywhere}}
h1{{line-height:1.2}}h2{{margin-top:2.2rem;border-bottom:1px solid var(--line)}}
a{{color:var(--link);text-decoration:none}}
td a,p a,li a{{border-bottom:1px dotted}}
.t{{overflow-x:auto}}table{{border-collapse:collapse;font-size:.93rem}}
th,td{{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);white-space:nowrap}}
img{{max-width:100%;height:auto;border-radius:.5rem}}
.quiet{{opacity:.7;font-size:.9rem}}:target{{background:#ffd54f55}}
.s,dl{{font-size:.9rem}}pre{{white-space:pre-wrap}}dt{{margin-top:.5rem;font-weight:600}}dd{{margin:0;white-space:pre-wrap}}
</style></head><body>
"""


def page(
    report: Report,
    marking: Marking,
    words: ReportWords,
    entries: Sequence[Entry],
    drawn: Mapping[str, Drawn],
) -> str:
    """The file. `drawn` are its charts by name; one that is missing is told in words."""
    known = {one.id: one for one in entries}
    when = _days(report)
    body = [
        _HEAD.format(language=escape(report.language), title=escape(report.title)),
        f"<h1>{escape(report.title)}</h1>\n<p class=quiet>{escape(report.subtitle)}</p>\n",
        *(_block(block, drawn) for block in blocks(marking.lines)),
    ]
    if marking.sources:
        body += [*_sources(marking, words, known, when), *_entries(words, known, when)]
    return "".join([*body, "</body></html>\n"])


def _sources(
    marking: Marking, words: ReportWords, known: Mapping[str, Entry], when: Callable[[Entry], str]
) -> Iterator[str]:
    yield f"<h2>{escape(words.page['sources'])}</h2>\n<ol class=s>\n"
    for at, source in enumerate(marking.sources):
        cited = [known[one] for one in source.entries if one in known]
        days = (f'<a href="#e-{one.id}">{escape(when(one))}</a>' for one in cited)
        named = ", ".join((*days, *map(escape, source.read)))
        yield f'<li id="s{at}">{escape(source.named(words))}: {named}</li>\n'
    yield "</ol>\n"


def _entries(words: ReportWords, known: Mapping[str, Entry], when: Callable[[Entry], str]) -> Iterator[str]:
    yield f"<h2>{escape(words.page['entries'])}</h2>\n<dl>\n"
    for one in newest_first(known.values()):
        yield f'<dt id="e-{one.id}">{escape(when(one))}</dt><dd>{escape(one.text)}</dd>\n'
    yield "</dl>\n"


def _days(report: Report) -> Callable[[Entry], str]:
    return lambda one: day(one.day, report.today, shown_in(report.language))


def _block(lines: Sequence[str], drawn: Mapping[str, Drawn]) -> str:
    first = lines[0]
    if (heading := _HEADING.fullmatch(first.strip())) is not None:
        rest = _block(lines[1:], drawn) if len(lines) > 1 else ""
        return f"<h{len(heading[1])}>{_inline(heading[2])}</h{len(heading[1])}>\n{rest}"
    if (picture := PICTURE.fullmatch(first.strip())) is not None:
        return _picture(drawn.get(picture[2], Drawn(None, picture[1])))
    if first.lstrip().startswith("|"):
        return _table(lines)
    return _words(lines)


def _words(lines: Sequence[str]) -> str:
    """A block as it was typed, a list, a quotation, a paragraph."""
    first = lines[0]
    if first.startswith(_CODE_FENCE):
        kept = "\n".join(line for line in lines if not line.startswith(_CODE_FENCE))
        return f"<pre>{linked(escape(kept), _to_source)}</pre>\n"
    if all(_ITEM.fullmatch(line) or line.startswith("  ") for line in lines):
        return _list(lines)
    if first.startswith(">"):
        return f"<blockquote>{_inline(' '.join(line.lstrip('> ') for line in lines))}</blockquote>\n"
    return f"<p>{_inline(' '.join(line.strip() for line in lines))}</p>\n"


def _list(lines: Sequence[str]) -> str:
    """Numbered as it was written: a list may go on behind other blocks."""
    begins = _NUMBERED.match(lines[0])
    items = "".join(f"<li>{_inline(_item(line))}</li>" for line in lines)
    return f"<ul>{items}</ul>\n" if begins is None else f'<ol start="{begins[1]}">{items}</ol>\n'


def _item(line: str) -> str:
    found = _ITEM.fullmatch(line)
    return found[1] if found is not None else line.strip()


def _picture(shot: Drawn) -> str:
    if shot.png is None:
        return f"<p class=quiet>{escape(shot.alt)}</p>\n"
    coded = base64.b64encode(shot.png).decode()
    return f'<p><img alt="{escape(shot.alt)}" src="data:image/png;base64,{coded}"></p>\n'


def _table(lines: Sequence[str]) -> str:
    rows = [line.strip().strip("|").split("|") for line in lines if not _RULE.fullmatch(line.strip())]
    if not rows:
        return ""
    head, *body = [[_inline(cell.strip()) for cell in row] for row in rows]
    top = "".join(f"<th>{cell}</th>" for cell in head)
    below = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in body)
    return f"<div class=t><table><tr>{top}</tr>\n{below}</table></div>\n"


def _inline(text: str) -> str:
    """Everything escaped first, so that nothing that a person or a model wrote is markup."""
    shown = _STRONG.sub(r"<b>\1</b>", escape(text))
    shown = _CODE.sub(r"<code>\1</code>", _SLANTED.sub(r"<i>\1</i>", shown))
    return linked(shown, _to_source)


def _to_source(at: int, value: str) -> str:
    return f'<a href="#s{at}">{value}</a>'
