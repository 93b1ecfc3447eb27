"""Small PDFs, written by hand."""

from __future__ import annotations

import zlib


def pdf(*pages: str) -> bytes:
    """A page a text, in one line each."""
    return pdf_of(*(f"BT /F 12 Tf 72 720 Td ({text}) Tj ET".encode("latin-1") for text in pages))


def pdf_of(*contents: bytes) -> bytes:
    """A page for each of these streams of operators."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(contents)))
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        f"<</Type /Pages /Kids [{kids}] /Count {len(contents)}>>".encode(),
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    ]
    for at, content in enumerate(contents):
        packed = zlib.compress(content, 9)
        objects += [
            f"<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources <</Font <</F 3 0 R>>>> "
            f"/Contents {5 + 2 * at} 0 R>>".encode(),
            b"<</Length %d /Filter /FlateDecode>> stream\n%b\nendstream" % (len(packed), packed),
        ]
    out, places = bytearray(b"%PDF-1.4\n"), list[int]()
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer <</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
