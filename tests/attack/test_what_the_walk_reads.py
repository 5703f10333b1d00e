"""The walk can read every kind of file: each that has cards or scores shows them to somebody who may see them."""

import pytest

from clubsite.files.selectors import RESULT_FORMATS
from games.notation.deal_files import FORMATS
from tests.attack.known_boards import Recogniser, Seen
from tests.attack.moments import LARGE, Moment, moment_at
from tests.attack.walk import Ask, DrawnTexts, answer_to, asks, texts_of
from tests.needs import compiled_solver

ALL_HANDS = {Seen("cards", 1, seat) for seat in "NESW"}


@pytest.fixture
def drawn(monkeypatch) -> DrawnTexts:
    return DrawnTexts(monkeypatch)


def seen_by(moment: Moment, name: str, ask: Ask, drawn: DrawnTexts) -> set[Seen]:
    """Return what the answer to this request shows of board 1."""
    texts = texts_of(answer_to(moment.readers[name], ask), drawn)
    return {seen for text in texts for seen in Recogniser(moment.known).seen_in(text) if seen.board == 1}


def test_every_format_of_cards(make_night, dee, on_commit, drawn):
    moment = moment_at("draft", make_night=make_night, dee=dee, on_commit=on_commit)
    address = "director/<str:session_id>/files/cards/"
    found = list(asks(moment, "director", moment.readers["director"], "post", {address}))
    assert {ask.sent["form"] for ask in found} == set(FORMATS)
    for ask in found:
        assert seen_by(moment, "director", ask, drawn) >= ALL_HANDS, ask.sent["form"]


@compiled_solver
def test_every_file_of_results_and_every_printed_ranking(make_night, dee, on_commit, drawn):
    moment = moment_at("published", make_night=make_night, dee=dee, on_commit=on_commit)
    large = [table for table, (points, _) in moment.known[0].scores.items() if abs(points) >= LARGE]  # seen by number
    scores = {Seen("score", 1, table) for table in large}
    addresses = {"results/<str:public_id>/files/<str:name>", "results/<str:public_id>/"}
    found = {
        ask.path.rpartition("/")[2]: seen_by(moment, "stranger", ask, drawn)
        for ask in asks(moment, "stranger", moment.readers["stranger"], "get", addresses)
    }
    with_cards = {"results.xml", "results-1.3.xml", "boards.pbn", "boards.lin"}
    with_scores = {"results.xml", "results-1.3.xml", "boards.pbn", "travellers.csv", "?boards=yes"}
    assert found.keys() == RESULT_FORMATS.keys() | {"", "?boards=yes"}
    assert {name for name, seen in found.items() if seen >= ALL_HANDS} == with_cards
    assert {name for name, seen in found.items() if seen >= scores} == with_scores
