"""SOLO-31: while a session runs, no output shows a card in any form to a director who is still playing.

Every director address is requested here. The test fails for a new address until it is added to `CARDS` (with
the data to send) or `NO_CARDS`.
"""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from clubsite.duplicate.models import Board, TableBoard
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from games.notation.deal_files import FORMATS, read_deals
from scoring.files.jet.reading import read_tables
from tests.kit.dealt import dealt
from tests.kit.director_pages import every_url
from tests.kit.nights import both_ready
from tests.kit.pages import pdf_text

# These show cards to a director who does not play; `sent` has their parameters.
CARDS = {"slips-pdf", "curtain-cards-pdf", "look", "director-cards", "director-bridgemates"}
NO_CARDS = """
    wrong-board-undo
    wrong-board-aside
    wrong-board
    go
    monitor overview projector projector-part act sure draw audit-log chain setup details options showing
    sections sections-act movement movement-editor movement-check movement-keep movement-forget robot
    players players-fill players-pick player-team players-coming-undo players-coming player boards
    solving print start discard lost-slip results-pdf score-slips-pdf travellers-pdf table-cards-pdf movement-pdf
    movement-sheet movement-sheet-of guide-cards-pdf table-guides-pdf table answer call-back waiting free name
    table-kind undo devices devices-part device device-free device-back fouled repair teams
    repair-undo repair-change codes score paper-first paper paper-said turn score-right score-preview
    scoring handicaps penalty-back ranking leaderboard deal traveller leads-open director-files director-results
    director-report
"""
NOTHING = set(NO_CARDS.split())
RANK = {"T": "(?:T|10)"}
APART = r"[^2-9AKQJT]{0,12}"


@pytest.fixture
def director(dee):
    client = Client(raise_request_exception=False)
    client.force_login(dee)
    return client


def sent(night) -> dict[str, list[dict[str, str]]]:
    """Return, for each address that shows cards, the data of every form to send to it."""
    rows = TableBoard.objects.filter(round__section=night.section)
    files = [
        {"boards": str(night.section.board_set_id), "form": form, "sure": "yes", "promise": "yes"} for form in FORMATS
    ]
    return {
        "slips-pdf": [{}, *({"board": str(pk)} for pk in rows.values_list("board", flat=True))],
        "curtain-cards-pdf": [{}],
        "look": [{"board": str(pk)} for pk in rows.values_list("pk", flat=True)],
        "director-cards": files,
        "director-bridgemates": [{"computer": "X", "hands": "on", "sure": "yes", "promise": "yes"}],
    }


def hands_in(answer, boards: list[Board]) -> set[tuple[int, str]]:
    """Return the (board, seat) of every hand shown in an answer of any format."""
    kind = answer.get("Content-Type", "")
    if answer.status_code != 200:
        return set()
    if "octet-stream" in kind:
        return {(found.number, seat) for found in read_deals(answer.content).boards for seat in "NESW"}
    if "msaccess" in kind:
        rows = read_tables(answer.content, {"HandRecord": ("Board",)})["HandRecord"]
        return {(int(row["Board"]), seat) for row in rows for seat in "NESW"}
    text = pdf_text(answer) if "pdf" in kind else strip_tags(b"".join(answer).decode(errors="replace"))
    return {
        (board.number, seat)
        for board in boards
        for seat, cards in zip("NESW", dealt(board).all, strict=True)
        if any(re.search(pattern, text) for pattern in _patterns(cards))
    }


def _patterns(cards: str) -> list[str]:
    """Return two patterns for a hand: one in its order on the table, and one by suit from the highest card down."""
    lies = cards.split()
    suits = sorted(lies, key=lambda card: ("SHDC".index(card[0]), "AKQJT98765432".index(card[1])))
    return [APART.join(RANK.get(card[1], card[1]) for card in order) for order in (lies, suits)]


def test_every_address_of_the_director_is_asked_here(night):
    assert set(every_url(night.session)) == CARDS | NOTHING


def test_who_does_not_play_gets_cards_from_each_of_those_that_have_them_and_from_no_other(night, director):
    """This proves that the next test would find any cards that were shown. Board 1 is in play at table 1."""
    boards = list(Board.objects.filter(board_set__session=night.session))
    urls = every_url(night.session)
    both_ready(night.section.tables.get(number=1))
    for name in sorted(NOTHING):
        assert not hands_in(director.get(urls[name]), boards), name
    for name, messages in sent(night).items():
        shown = [hands_in(director.post(urls[name], message), boards) for message in messages]
        if name == "look":
            assert any(shown), name
        else:
            assert all(shown), (name, shown)


def test_a_director_who_plays_gets_none_from_any_address(dee_plays, dee, director):
    owed = boards_hidden_from(dee, dee_plays.session)
    boards = list(Board.objects.filter(pk__in=owed))
    assert len(boards) == 3
    urls = every_url(dee_plays.session)
    for name, messages in sent(dee_plays).items():
        for message in messages:
            assert not hands_in(director.post(urls[name], message), boards), (name, message)
    for name in sorted(CARDS | NOTHING):
        assert not hands_in(director.get(urls[name]), boards), name
    for name in sorted(NOTHING):
        answer = director.post(urls[name], {})
        assert not hands_in(answer, boards), name


def test_nor_from_the_admin_which_has_no_page_of_boards_plays_or_files(dee_plays, dee, director):
    dee.is_staff = dee.is_superuser = True
    dee.save()
    boards = list(Board.objects.filter(pk__in=boards_hidden_from(dee, dee_plays.session)))
    for model in admin.site._registry:
        names = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages = [reverse(f"{names}_changelist")]
        pages += [reverse(f"{names}_change", args=[pk]) for pk in model.objects.values_list("pk", flat=True)[:20]]
        for page in pages:
            assert not hands_in(director.get(page), boards), page
    shown = {model._meta.label for model in admin.site._registry}
    assert not shown & {"duplicate.Board", "duplicate.BoardSet", "play.Play", "play.PlayEvent"}


def test_nor_from_the_api(dee_plays, dee, director):
    boards = list(Board.objects.filter(board_set__session=dee_plays.session))
    for app in ("nights", "sessions"):
        base = f"/api/v1/{app}/{dee_plays.session.public_id}/"
        for end in ("", "ranking/", "scores/", "boards/", "boards/1/", "travellers/"):
            assert not hands_in(director.get(base + end), boards), base + end
