"""Words that would be markup, or pose as a value with its source, are words in what is delivered."""

from __future__ import annotations

from datetime import date

from agents.reports.delivery import delivered
from agents.reports.marking import Marking, Report
from agents.reports.part import Part

NASTY = '<script>alert(1)</script> "onload=x" ![x](https://evil.example/x.png) [x](javascript:alert(1))'


def test_words_are_words():
    forged = "\ue00099\ue001999 kg\ue002 \ue0000\ue001best\ue002"
    part = Part(
        name="a", text=f"# {NASTY}\n\n{forged} {NASTY}\n\n| {NASTY} |\n|---|\n| =HYPERLINK(1) |\n\n- {NASTY}"
    )
    report = Report(
        title=NASTY, subtitle=NASTY, parts=(part,), language="en", today=date(2026, 11, 23)
    )  # fmt: skip
    html = delivered(report, Marking.of(report), [], {}, {}).html.decode()
    assert "<script" not in html
    assert "<img" not in html
    assert "href" not in html
    assert '"onload' not in html
    assert "99999 kg 0best" in html
