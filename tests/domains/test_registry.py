from __future__ import annotations

from pathlib import Path

import pytest

from domains.registry import DATA, load

PLANTS = """\
name: plants
description: Watering and growth of house plants.
fields:
  watering: {type: volume, units: [ml, l], min: 0, max: 5000, en: "watered, water given", ko: "물주기"}
  height: {type: number, units: [cm], min: 0, max: 400}
cues: {en: "leaf, repotted"}
expertise: Most plants die of too much water.
evaluation_rules:
  - Never recommend eating a plant.
examples:
  - {text: "watered 200ml", measures: ["watering value=200ml"]}
"""


def _folder(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_domains_are_there_with_one_base_first() -> None:
    registry = load()

    assert list(registry.domains) == [
        "general", "climbing", "cycling", "drinks", "heart", "mobility", "mood", "nutrition", "rowing",
        "running", "sleep", "strength", "swimming",
    ]  # fmt: skip
    assert [domain.name for domain in registry.base] == ["general"]
    assert registry.problems == ()


def test_every_file_says_everything_a_domain_needs() -> None:
    for path in DATA.glob("*.yaml"):
        domain = load().domains[path.stem]
        assert domain.description
        assert domain.fields
        assert domain.expertise
        assert domain.reasons
        assert domain.context_management_guidance
        assert len(domain.examples) >= 7
        assert any(not example.measures for example in domain.examples)
        assert any(rule.check == "numbers_supported" for rule in domain.evaluation_rules)
        assert set(domain.related) <= set(load().domains)


def test_adding_a_domain_is_adding_one_file(tmp_path: Path) -> None:
    registry = load(_folder(tmp_path, plants=PLANTS))

    assert registry.problems == ()
    context = registry.combine(["plants"])
    assert context.domains_loaded == ("general", "plants")
    assert context.vocabulary["watered"] == "watering"
    assert context.vocabulary["물주기"] == "watering"
    assert "plants" in {info.name for info in registry.infos}


def test_a_file_of_a_known_name_extends_it(tmp_path: Path) -> None:
    registry = load(
        _folder(
            tmp_path,
            mine="name: strength\nmeasures:\n  bench press: {en: the slab}\n  log press: {en: log}\n"
            "evaluation_rules: [Praise every record.]\n",
        )
    )

    strength = registry.domains["strength"]
    assert registry.problems == ()
    assert strength.vocabulary["the slab"] == "bench press"
    assert strength.vocabulary["bp"] == "bench press"
    assert strength.vocabulary["log"] == "log press"
    assert strength.evaluation_rules[-1].text == "Praise every record."
    assert len(strength.evaluation_rules) == len(load().domains["strength"].evaluation_rules) + 1


def test_replace_true_takes_the_place_of_the_packaged_domain(tmp_path: Path) -> None:
    registry = load(
        _folder(
            tmp_path,
            mood="name: mood\nreplace: true\ndescription: Just one number.\nfields: {joy: {type: number}}\n",
        )
    )

    assert registry.domains["mood"].vocabulary == {"joy": "joy", "joys": "joy"}
    assert registry.domains["mood"].expertise == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name: a\ndescription: [", "bad.yaml, line 3: is not YAML: "),
        ("name: a\ndescription: 2026-13-45", "bad.yaml: cannot be read: month must be"),
        ("name: a\ndescription: !!bool x", "bad.yaml: cannot be read: "),
        (f"name: a\nwhy: {'[' * 100_000}", "bad.yaml, line 2: is not YAML: nested too deep"),
        ("- a\n- b\n", "bad.yaml, line 1: must be a mapping"),
        ("", "bad.yaml, line 1: must be a mapping"),
        ("description: x\n", "bad.yaml, line 1, name: a domain needs a name"),
        ("name: a\n", "bad.yaml, line 1, description: Field required"),
        ("name: a\ndescription: x\ncolour: red\n", "bad.yaml, line 3, colour: Extra inputs"),
        (
            "name: a\ndescription: x\nfields:\n  b: {type: number}\n  c: {type: weight}\n",
            "bad.yaml, line 5, fields.c.type: Input should be",
        ),
        (
            "name: a\ndescription: x\nfields:\n  b: {type: number, min: 5, max: 1}\n",
            "bad.yaml, line 4, fields.b: min 5 is above max 1",
        ),
        (
            "name: a\ndescription: x\nfields:\n  b: {type: mass, units: [stone]}\n",
            "bad.yaml, line 4, fields.b: 'stone' is no unit of mass (known: kg, lb, g)",
        ),
        ("name: a\ndescription: x\npatterns:\n  - '(x'\n", "bad.yaml, line 3, patterns: '(x' is no regular"),
    ],
)
def test_a_bad_file_gives_one_clear_line_and_harms_no_other(tmp_path: Path, text: str, line: str) -> None:
    registry = load(_folder(tmp_path, bad=text, plants=PLANTS))

    (problem,) = registry.problems
    assert str(problem).startswith(line)
    assert "\n" not in str(problem)
    assert "plants" in registry.domains
    assert "strength" in registry.domains


def test_a_file_that_is_no_text_is_a_problem_too(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"\xff\xfe\x00")

    (problem,) = load(tmp_path).problems
    assert str(problem).startswith("bad.yaml: cannot be read")


def test_a_folder_that_is_not_there_is_no_problem(tmp_path: Path) -> None:
    assert load(tmp_path / "nowhere").problems == ()


def test_combining_labels_and_merges(tmp_path: Path) -> None:
    context = load(_folder(tmp_path, plants=PLANTS)).combine(["running", "nonsense"])

    assert context.domains_loaded == ("general", "running")
    assert context.expertise.startswith("## general\n")
    assert "\n\n## running\n" in context.expertise
    assert "## general\n" in context.context_guidance
    assert {rule.domain for rule in context.evaluation_rules} == {"general", "running"}
    assert {"strength", "plants"} <= {info.name for info in context.available_domains}
    assert not {"general", "running"} & {info.name for info in context.available_domains}
    assert context.vocabulary["jogged"] == "run"
    assert "strength" in context.related


def test_a_term_of_a_selected_domain_wins_over_the_base(tmp_path: Path) -> None:
    sculling = "name: sculling\ndescription: Boats.\nshape: bouts\nmeasures: {scull: {en: rucked}}\n"
    registry = load(_folder(tmp_path, sculling=sculling))

    assert registry.combine([]).vocabulary["rucked"] == "ruck"
    assert registry.combine(["sculling"]).vocabulary["rucked"] == "scull"
