"""The protocol's page has every field, option and setting of this program, so that others can write another one.

After an intended change, let the tables be written again, and say what a new field means:

    WRITE_GOLDEN=1 python -m pytest tests/clubsite/event_documents/test_protocol_page.py
"""

import dataclasses
import json
import os
import re
from pathlib import Path

import pytest

from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.event_documents.messages import bodies, documents
from clubsite.event_documents.messages.rules import (
    NumberRule,
    NumbersRule,
    ObjectRule,
    PartsRule,
    TextRule,
    TimeRule,
    WordRule,
    WordsRule,
    YesRule,
    rules_of,
)
from games.boards import dealer_of, vulnerability_of
from games.event_seed import event_deals, event_seed
from games.registry import rules_for
from scoring.settings import CHOICES, ScoringSettings
from tests.clubsite.event_documents import samples

PAGE = Path(__file__).parents[3] / "docs" / "simultaneous-protocol.md"
PARTS = [kind for name, kind in vars(bodies).items() if name.endswith(("Part", "Body")) and isinstance(kind, type)]
TABLES = {kind.__name__: kind for kind in (documents._Outside, *PARTS) if dataclasses.fields(kind)}
HEAD = "| Field | Value | Says |\n|---|---|---|\n"


def words_of(rule) -> str:
    """Return the words of the page for what a field may be."""
    match rule:
        case TextRule(longest=longest, pattern=pattern, empty=empty):
            form = f" of the form `{pattern}`".replace("|", r"\|") if pattern else ""
            return f"text of at most {longest} characters{form}" + (', or ""' if empty else "")
        case WordRule(words=words):
            return "one of " + ", ".join(f"`{word}`" if word else '""' for word in words)
        case NumberRule(least=least, most=most, optional=optional):
            return f"whole number from {least} to {most}{', or null' if optional else ''}"
        case YesRule():
            return "true or false"
        case TimeRule(optional=optional):
            return f"time{', or null' if optional else ''}"
        case WordsRule(words=words):
            return "list out of " + ", ".join(f"`{word}`" for word in words)
        case NumbersRule(most=most):
            return f"list of at most {most} whole numbers from 1 to {most}"
        case ObjectRule(most=most):
            return f"object of at most {most} keys"
        case PartsRule(kind=kind, most=most):
            return f"list of at most {most} objects `{kind.__name__}`"
    raise AssertionError(rule)


def rows_after(page: str, mark: str) -> list[list[str]]:
    """Return the cells of the table that follows a mark, without its head."""
    found = re.search(rf"<!-- {mark} -->\n\|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", page)
    assert found, f"The page has no table after <!-- {mark} -->"
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in found[1].splitlines()]


@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_every_field_with_its_limits_and_what_it_says(name):
    page = PAGE.read_text(encoding="utf-8")
    wanted = {f"`{field}`": words_of(rule) for field, rule in rules_of(TABLES[name]).items()}
    if os.environ.get("WRITE_GOLDEN"):
        says = {field: text for field, _, text in rows_after(page, f"fields of {name}")}
        rows = "".join(f"| {field} | {words} | {says.get(field, '')} |\n" for field, words in wanted.items())
        mark = f"<!-- fields of {name} -->\n"
        page = re.sub(rf"{mark}(\|[^\n]*\n)+", lambda _: mark + HEAD + rows, page)
        PAGE.write_text(page, encoding="utf-8")
    found = rows_after(page, f"fields of {name}")
    assert {field: words for field, words, _ in found} == wanted and len(found) == len(wanted)
    assert all(says for *_, says in found)


def test_the_page_has_every_option_of_the_game_the_usual_value_first():
    found = {name: values for name, values, _ in rows_after(PAGE.read_text(encoding="utf-8"), "options")}
    options = rules_for(SESSION_GAME).options
    assert found == {f"`{name}`": ", ".join(f"`{one}`" for one in values) for name, values in options.items()}


def test_the_page_has_every_setting_of_the_scoring_that_an_event_may_have():
    rows = rows_after(PAGE.read_text(encoding="utf-8"), "scoring")
    known = {field.name: field.default for field in dataclasses.fields(ScoringSettings)}
    assert [name.strip("`") for name, *_ in rows] == [one for one in known if one not in ("handicap", "carry_over")]
    for name, values, _ in rows:
        for value in CHOICES.get(name.strip("`"), ()):
            assert (f"`{value}`" if value else '""') in values


def test_the_page_has_the_dealer_and_the_vulnerability_of_every_board():
    rows = rows_after(PAGE.read_text(encoding="utf-8"), "boards")
    assert [(int(number), dealer, vul.strip("`")) for number, dealer, vul in rows] == [
        (number, str(dealer_of(number)), vulnerability_of(number)) for number in range(1, 17)
    ]


def test_the_page_shows_a_board_as_it_is_once_the_key_has_opened_it():
    deals = event_deals(event_seed(samples.SECRET, samples.PUBLIC_NUMBER, samples.EVENT), 3)
    shown = json.dumps(deals[1].to_setup(1), indent=1)
    assert f"<!-- opened -->\n```\n{shown}\n```\n" in PAGE.read_text(encoding="utf-8")
