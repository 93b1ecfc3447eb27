from __future__ import annotations

from datetime import date

from agents.notes.markdown import body_of, chunks_of, day_in, heading_of, summary_of

DAY = date(2026, 11, 20)


def test_front_matter_gives_the_title_and_is_no_text():
    title, text = body_of('---\ntitle: "Knee and hip"\ntags: [a]\n---\n\nHello.')
    assert (title, text.strip()) == ("Knee and hip", "Hello.")
    assert body_of("---\nno end of it") == ("", "---\nno end of it")
    assert body_of("") == ("", "")


def test_the_first_heading_is_a_title_only_of_the_first_order():
    assert heading_of("\n# Knee\ntext") == "Knee"
    assert heading_of("## Knee") == ""
    assert heading_of("#tag and words") == ""


def test_a_chunk_knows_its_headings_and_their_day():
    text = "before\n# Knee\n## 2026-10-28 physio\nsplit squats\n## later\nnothing\n# Hip\nfine"
    found = [(one.heading, one.text, one.day) for one in chunks_of(text, "Joints", DAY)]
    assert found == [
        ("", "before", DAY),
        ("Knee > 2026-10-28 physio", "split squats", date(2026, 10, 28)),
        ("Knee > later", "nothing", DAY),
        ("Hip", "fine", DAY),
    ]


def test_the_day_of_the_title_holds_where_no_heading_has_one():
    [chunk] = chunks_of("bench", "2026-11-16 plan", DAY)
    assert chunk.day == date(2026, 11, 16)
    assert day_in("2026-13-45 and 2025-02-03") == date(2025, 2, 3)


def test_what_stands_in_code_is_no_heading():
    [chunk] = chunks_of("```sh\n# a comment\n```", "", DAY)
    assert chunk.heading == ""


def test_long_text_is_cut_and_nothing_of_it_is_lost():
    words = [f"word{number}" for number in range(5000)]
    chunks = list(chunks_of(f"{' '.join(words)}\n\n{'x' * 5000}", "", DAY))
    assert max(len(one.text) for one in chunks) <= 1200
    told = " ".join(one.text for one in chunks)
    assert [word for word in words if word not in told.split()] == []
    assert told.count("x") == 5000


def test_a_summary_is_the_first_prose():
    assert summary_of("# Title\n![picture](a.png)\n| a | b |\n\nFirst.\nSecond.") == "First. Second."
    assert len(summary_of("word " * 1000)) == 300
    assert summary_of("# only a heading") == ""
