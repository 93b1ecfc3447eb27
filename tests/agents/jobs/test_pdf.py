"""PDFs as input: their text, and those that give none."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader, PdfWriter

from agents.jobs import pdf as reading
from agents.jobs.pdf import MOST_PAGES, NoTextError, text_of
from tests.agents.jobs.pdfs import pdf, pdf_of


def locked(content: bytes) -> bytes:
    writer, out = PdfWriter(PdfReader(io.BytesIO(content))), io.BytesIO()
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


async def test_pages_are_read_one_below_the_other() -> None:
    assert await text_of(pdf("Week 1: 3x5 at 100 kg", "Week 2"), {}) == "Week 1: 3x5 at 100 kg\n\nWeek 2"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.4",
        b"PK\x03\x04 a zip that is called a PDF",
        pdf("cut in the middle")[:300],
        pdf(*["page"] * (MOST_PAGES + 1)),
        pdf("x" * 250_000),
        pdf_of(b""),
        pdf_of(b" " * 200_000_000),
        locked(pdf("secret")),
    ],
    ids=["empty", "head", "zip", "cut", "pages", "long", "scan", "bomb", "locked"],
)
async def test_what_has_no_text_to_be_had_is_refused(content: bytes) -> None:
    with pytest.raises(NoTextError):
        await text_of(content, {})


async def test_one_that_takes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_SECONDS", 0.05)
    with pytest.raises(NoTextError, match="in time"):
        await text_of(pdf_of(b"(a) Tj " * 4_000_000), {})
