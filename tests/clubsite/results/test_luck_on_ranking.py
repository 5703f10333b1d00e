"""How much of a night is luck: bands on the ranking that a reader can turn on."""

import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.test import Client

from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.results.selectors import ranking
from clubsite.results.selectors.ranking import ranking_page
from tests.clubsite.listeners import nobody_listens
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score



@pytest.fixture
def uneven_night(night: Any, dee: Any, open_boards: Any, on_commit: Any) -> Any:
    """A published night on which everybody had good boards and bad ones."""
    for number in range(3):
        with nobody_listens(), on_commit():
            for row in open_boards():
                tricks = 5 + (row.ns.number + 2 * number) % 3
                enter_score(row, dee, contract="1N", declarer="S", tricks=tricks)
    results_sweep()
    end_and_publish(night.session, dee)
    return night


def address(night: Any) -> str:
    return f"/results/{night.session.public_id}/"


def words(body: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_a_reader_turns_the_bands_on_and_off(uneven_night: Any) -> None:
    plain = Client().get(address(uneven_night)).text
    assert "play worth" not in plain and 'href="?luck=1#luck"' in plain
    body = words(Client().get(address(uneven_night) + "?luck=1").text)
    assert body.count("play worth") == 6
    assert "what the play was worth lies here, 95 times of 100" in body and "the rest is play" not in body
    assert "of 100 such nights" in body
    assert "Without the bands" in body


def test_each_band_lies_about_its_percentage(uneven_night: Any) -> None:
    published = published_or_404(uneven_night.session.public_id, Visitor.as_member())
    page = ranking_page(published, luck=True)
    assert page.luck is not None and page.luck.boards == 3
    for row, _, (low, high) in (row for _, rows in page.tables for row in rows):
        assert 0 <= low <= row.percentage <= high <= 100
    assert ranking_page(published).luck is None


def test_where_too_few_boards_are_open_nothing_is_said(uneven_night: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "_shares", lambda published, contestant: [Fraction(60)])
    body = words(Client().get(address(uneven_night) + "?luck=1").text)
    assert "How much of this night is luck cannot be said" in body and "play worth" not in body
