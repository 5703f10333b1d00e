"""All plays of a board as one tree: each play is shown with its cost, but only once the board may be shown."""

import random
import re
from collections.abc import Iterator
from types import SimpleNamespace
from urllib.parse import urljoin

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.analysis.models import PlayAnalysis
from clubsite.nights.models import TableBoard
from clubsite.nights.services.rounds import round_check
from clubsite.nights.services.tables import seatings_finish
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.selectors import field
from clubsite.results.selectors.field import FieldAct, FieldBranch, field_acts, field_page
from games.calls import CALL_TEXTS
from tests.clubsite.listeners import nobody_listens
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score

QUERIES = 12
BOARD = 1


@pytest.fixture
def field_night(night, dee, open_boards, play_out, on_commit):
    """A published session whose board 1 was played on the site at two tables and with cards at the third."""
    rng = random.Random("field")
    left = 2
    for _ in range(3):
        with nobody_listens(), on_commit():
            for row in open_boards():
                if row.board.number == BOARD and left:
                    left -= 1
                    play_out(row, rng.choice)
                else:
                    enter_score(row, dee, contract="1N", declarer="S", tricks=7, lead=dealt(row.board).north.split()[0])
            night.section.refresh_from_db()
            seatings_finish(section=night.section)
            round_check(section_id=night.section.pk)
    results_sweep()
    end_and_publish(night.session, dee)
    return night


@pytest.fixture
def address(field_night):
    return f"/results/{field_night.session.public_id}/board/{BOARD}/field/"


@pytest.fixture
def page(field_night):
    return lambda me=None: SimpleNamespace(**field_page(published_or_404(field_night.session.public_id), BOARD, me))


def acts_of(night) -> dict[int, list[FieldAct]]:
    published = published_or_404(night.session.public_id)
    found = field_page(published, BOARD)
    return field_acts(published, found["deal"].board.pk, found["tree"].lines).acts


def every(branch: FieldBranch) -> Iterator[FieldBranch]:
    yield branch
    for way in branch.branches:
        yield from every(way)


def body_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.text


def analysis_made(night, points: int = 50):
    """Make an analysis of every play, in which only the first card of the play has a cost, of `points`."""
    for row in TableBoard.objects.filter(play__isnull=False).select_related("play"):
        shared = {"points": 0, "of": 3, "before": 0, "after": 0}
        entries = [
            {**shared, "seq": act.seqs[0], "by": act.by, "a": act.action, "held": [act.action]}
            for act in acts_of(night)[row.pk]
        ]
        calls = [one for one in entries if one["a"] in CALL_TEXTS]
        cards = [{**one, "tricks": 0, "seat": "W", "trick": 1} for one in entries if one["a"] not in CALL_TEXTS]
        outcome = row.play.outcome
        had = outcome["tricks"]
        best = had + (1 if cards[0]["by"] == outcome["declarer"] else -1)
        cards[0] |= {"tricks": 1, "points": points, "before": best, "after": had, "held": ["p:S2"]}
        PlayAnalysis.objects.create(play=row.play, calls=calls, cards=cards)


def test_every_play_ends_once_and_each_moment_leads_to_the_replay_at_that_very_act(field_night, address, client, page):
    tree, acts = page().tree, acts_of(field_night)
    assert len(tree.lines) == 2
    ended = [line.table_board for one in every(tree) for line in one.ended]
    assert sorted(ended) == sorted(line.table_board for line in tree.lines)
    for branch in every(tree):
        assert len(branch.lines) == len(branch.ended) + sum(len(way.lines) for way in branch.branches)
        for one in filter(None, [branch.head, *branch.calls, *branch.cards, branch.claim]):
            assert acts[one.table_board][one.at - 1].step == one.act.step
        assert [one.at for one in branch.cards] == sorted(one.at for one in branch.cards)
    head = tree.branches[0].head
    at = address.replace("field/", f"replay/{head.table_board}/")
    assert f'data-step="{head.at}"' in body_of(client, f"{at}?step={head.at}")
    for wrong in ("x", "-1", "", "0"):
        assert "data-step" not in body_of(client, f"{at}?step={wrong}")
    body = body_of(client, address)
    links = {urljoin(address, link) for link in re.findall(r'href="([^"#]*replay[^"#]*)"', body)}
    assert {f"{at}?step={head.at}"} <= links
    assert all(client.get(link).status_code == 200 for link in sorted(links)[:4])


def test_tables_with_cards_are_listed_and_what_is_not_published_is_not_there(field_night, address, client, page, dee):
    (line,) = page().scores
    assert line.result.contract == "1N" and line.result.lead
    assert "Only their score is known" in body_of(client, address)
    assert address in body_of(client, address.removesuffix("field/"))
    other = address.replace(f"board/{BOARD}/", "board/2/")
    assert "Nobody played this board on the site" in body_of(client, other)
    assert "Only their score is known" in body_of(client, other)
    assert other not in body_of(client, other.removesuffix("field/"))
    assert client.get(address.replace(f"board/{BOARD}/", "board/9/")).status_code == 404
    unpublish(field_night.session, dee)
    assert client.get(address).status_code == 404


def test_costs_are_shown_once_they_are_worked_out_and_never_of_a_board_that_is_owed_solo_31(
    field_night, address, client, dee
):
    assert "Cost " not in body_of(client, address)
    analysis_made(field_night)
    body = body_of(client, address)
    assert "1 trick, 50 points" in body and "Cost nothing" in body and "% of the board" in body
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    assert len(asked) <= QUERIES, [one["sql"] for one in asked]
    row = TableBoard.objects.filter(board__number=BOARD, play__isnull=True).get()
    enter_score(row, dee, "late")
    assert client.get(address).status_code == 404


def test_the_readers_own_way_is_open_and_a_large_field_leaves_cards_to_the_replay(
    field_night, address, client, page, monkeypatch
):
    row = TableBoard.objects.filter(play__isnull=False).earliest("pk")
    tree = page(row.ns_id).tree
    own = [branch for branch in every(tree) if any(line.table_board == row.pk for line in branch.lines)]
    assert own and all(branch.you and branch.open for branch in own[1:])
    assert not any(branch.you for branch in every(tree) if branch not in own)
    small = body_of(client, address)
    monkeypatch.setattr(field, "MOST_WRITTEN_OUT", 1)
    large = body_of(client, address)
    assert " in the replay</a>" in large and len(large) < len(small)
    assert sum(len(branch.tricks) for branch in every(tree) if branch.one) > 0
    assert not any(branch.tricks for branch in every(page().tree) if branch.one)
