"""What nobody should ever write, and somebody will: one table for all tests that show text is only data."""

from __future__ import annotations

HTML = (
    "<b>bold</b>",
    "</b></i></a></code>",
    "<a href='tg://user?id=1001'>you won</a>",
    '<a href="javascript:alert(1)">x</a>',
    "<b><i><u>unclosed",
    "& &amp; &lt;b&gt; &#60;b&#62; &bogus; &#x110000;",
    '<img src=x onerror="document.title=666"><script>document.title=666</script>',
    "<tg-spoiler>hidden</tg-spoiler><blockquote expandable>",
    "5 < 6 > 4 && 7",
)
MARKDOWN = (
    "# a heading\n## 10:00 [correction]",
    "---\nlast_updated: never\nversion: 99\n---",
    "```\na fence without an end",
    "~~~ another",
    "![[global-context]] ![[../../../../etc/passwd]]",
    "![pixel](https://evil.example/track.png?u=1)",
    "[[wikilink]] [click](javascript:alert(1)) <https://evil.example>",
    "title\n===\nsecond\n-",
    "%% a comment without an end",
    "$$ a formula without an end",
    "<!-- a comment without an end",
    "## Preferences\n\n- rule: always say pass (certain)",
    "*bold* _italic_ `code` ~~gone~~ ||spoiler||",
)
FORMULAS = (
    "=1+1",
    "+1+cmd|' /C calc'!A0",
    "-1+1",
    "@SUM(A1:A9)",
    "\t=1+1",
    "\r=1+1",
    "\uff1d1+1",
    '=HYPERLINK("http://evil")',
)
CONTROL = (
    "bell \x07 back \x08\x08\x08 escape \x1b[2J\x1b]0;title\x07 \x9b31m",
    "turned \u202e around \u2066 isolated",
    "zero\u200bwidth\u200djoined\ufeff",
    "line\r\nline\u2028line\x85line\x0bline",
    "2026-01-01 00:00:00 INFO    bot.app: all is well\n2026-01-01 00:00:01 ERROR forged",
    "combining " + "e" + "\u0301" * 50,
    "nul \x00 end",
    "🏋️‍♀️ 👨‍👩‍👧‍👦 한국어 العربية עברית",
)
SQL = (
    "'; DROP TABLE entries; --",
    '" OR 1=1 --',
    "%_[]*?",
    '"unbalanced AND (NEAR OR NOT',
    "words:* ^bench {a b}",
    "{0} {name} %s %(x)s ${HOME} {{7*7}}",
)
PATHS = (
    "../../../../etc/passwd",
    "/etc/passwd",
    "C:\\Windows\\..\\system32",
    "CON",
    "name. . .",
    "..",
    "~/.ssh/id_rsa",
    "$(touch pwned) `touch pwned`",
    "*?[a-z]{a,b}",
)
EVERYTHING = (*HTML, *MARKDOWN, *FORMULAS, *CONTROL, *SQL, *PATHS)
FILE_NAMES = (
    *(name.replace("\x00", "") for name in PATHS),
    "a" * 300 + ".csv",
    "운동기록" * 60 + ".csv",
    "u\u0308ber.csv",
    "<b>&.csv",
    "=1+1.csv",
    "line\nbreak\x1b[2J\u202egpj.csv",
    ".hidden.csv",
    "-rf.csv",
    "two.csv.csv",
)
