"""A player's own scorecard the next morning: the costliest boards, the percentage in parts, and reasons for scores."""

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
from clubsite.analysis.selectors.verdicts import decisive_moment, ending_before
from clubsite.home.models import HomeMatch
from clubsite.nights.models import TableBoard
from clubsite.nights.services.rounds import round_check
from clubsite.nights.services.tables import seatings_finish
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.selectors import field
from clubsite.results.selectors.field import FieldAct, FieldBranch, field_acts, field_page
from clubsite.results.selectors.percentage import (
    AVERAGE_PERCENT,
    MAX_MOMENTS,
    MIN_SHARE,
    featured_hand,
    morning,
    percentage_rows,
    valued_lines,
)
from clubsite.results.selectors.ranking import card_page
from games.calls import CALL_TEXTS
from games.seats import SEATS
from scoring.figures import rounded
from scoring.percentage_parts import OWN, PercentagePart
from scoring.result import BoardResult
from solver import engine
from tests.clubsite.listeners import nobody_listens
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish, published_of, rows_of
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score
from tests.needs import compiled_solver


@compiled_solver
def test_the_dearest_of_each_board_are_shown_and_the_greatest_gift(valued_night):
    published = published_of(valued_night)
    for row in rows_of(published):
        valued = valued_lines(published, published.lines_of(row.contestant))
        moments = morning(published, valued)
        dearest = [min((share for _, share in line.own), default=0) for line in valued]
        wanted = sorted(share for share in dearest if share <= -MIN_SHARE)[:MAX_MOMENTS]
        assert [mistake.share for mistake in moments["costly"]] == wanted
        gifts = [share for line in valued for _, share in line.gifts if share >= MIN_SHARE]
        assert (moments["gift"].share if moments["gift"] else 0) == max(gifts, default=0)
        for moment in moments["costly"]:
            assert "your" in moment.text.lower() and "cost" in moment.text and moment.held


@compiled_solver
def test_the_hand_of_the_night_is_the_single_right_card_that_was_worth_most(valued_night):
    published = published_of(valued_night)
    moment = decisive_moment(published)
    alone = [
        card["points"] * (card["of"] - 1) / card["of"]
        for analysis in PlayAnalysis.objects.all()
        for card in analysis.cards
        if card.get("seat") in ("S", "N") and len(card["held"]) == 1 and card["of"] >= 3
        and 2 <= card["trick"] <= 10
    ]  # fmt: skip
    assert moment.weight[0] == max(alone)
    play = PlayAnalysis.objects.get(play__table_board=moment.table_board).play
    at = ending_before(play, moment.seq, south=True)
    values = engine().values(at)
    best = max(values.values())
    assert at.now.player == "S" and len(values) == moment.of and list(values.values()).count(best) == 1
    hand = featured_hand(published)
    assert hand is not None and len(hand["sentences"]) == 4
    left = ending_before(play, moment.seq).now.hands
    assert hand["west"] == [card.text for card in left[SEATS.index("W")]]
    held = next(c["held"] for c in PlayAnalysis.objects.get(play=play).cards if c["seq"] == moment.seq)
    assert held[0] not in " ".join(hand["sentences"])


@compiled_solver
def test_it_is_on_ones_own_card_alone_and_leads_back_to_the_table(valued_night, client):
    own = f"/results/{valued_night.session.public_id}/player/1/"
    assert "What cost you most" not in text_of(client, own)
    client.cookies["device"] = f"device of {valued_night.contestant(1).pk}"
    text = text_of(client, own)
    assert "Your night" in text and "The hand of the night" in text
    moment = decisive_moment(published_of(valued_night))
    address = f"/play/from/{valued_night.session.public_id}/{moment.table_board}/{moment.seq}/"
    assert f'action="{address}"' in client.get(own).text
    assert client.post(address).status_code == 302
    play = HomeMatch.objects.get().room.plays.get()
    assert play.turn == "S" and play.seq > 0


@compiled_solver
def test_nothing_of_it_is_shown_before_it_is_worked_out_or_when_results_are_withdrawn(valued_night, client, dee):
    own = f"/results/{valued_night.session.public_id}/player/1/"
    client.cookies["device"] = f"device of {valued_night.contestant(1).pk}"
    assert re.search(r"Where \d+\.\d\d % came from", text_of(client, own))
    PlayAnalysis.objects.all().delete()
    text = text_of(client, own)
    assert "Your night" in text and not any(words in text for words in ("cost you", "hand of the night", "came from"))
    unpublish(valued_night.session, dee)
    assert "Your night" not in client.get(own).text


@compiled_solver
def test_what_one_gave_the_other_was_given_and_parts_and_average_are_the_shown_percentage(valued_night):
    published = published_of(valued_night)
    kinds = set()
    for row in rows_of(published):
        parts = percentage_rows(published, row, published.lines_of(row.contestant), {})
        assert parts and AVERAGE_PERCENT + sum(part.points for part in parts) == rounded(row.percentage, 2)
        assert all(part.points <= 0 for part in parts if part.part in OWN)
        kinds |= {part.part for part in parts}
    assert PercentagePart.UNKNOWN in kinds, "a board without a play is told apart"
    assert not kinds & {PercentagePart.OTHER, PercentagePart.PENALTY, PercentagePart.RULING}
    valued = [
        line for row in rows_of(published) for line in valued_lines(published, published.lines_of(row.contestant))
    ]
    given = {(line.line.table_board, step.seq): share for line in valued for step, share in line.own}
    assert given
    for line in valued:
        assert all(share == -given[line.line.table_board, step.seq] for step, share in line.gifts)


@compiled_solver
def test_a_claim_that_cost_something_is_counted_once(valued_night):
    """The analysis lists both the claim and its answer, each with the board's value before and after."""
    published = published_of(valued_night)
    made = PlayAnalysis.objects.select_related("play__table_board").first()
    outcome = made.play.outcome or {}
    had = outcome["tricks"]
    better = had + 1
    shared = {"before": better, "after": had, "held": ["claim:1"], "of": 1, "by": outcome["declarer"]}
    made.cards = [
        {**shared, "seq": 900, "a": "claim:0", "tricks": 1, "points": 30},
        {**shared, "seq": 901, "a": "accept", "tricks": 0, "points": 0},
    ]
    worth = BoardResult.of_play({**outcome, "tricks": better}, made.play.setup["vul"]).ns_score
    made.calls = [{**made.calls[0], "before": worth, "after": worth, "points": 0}]
    made.save()
    row = made.play.table_board
    (line,) = [
        line for line in valued_lines(published, published.lines_of(row.ns_id)) if line.line.table_board == row.pk
    ]
    assert [step.seq for step in line.play.steps] == [900]


@compiled_solver
def test_the_reasons_of_each_board_sum_to_its_worth_and_bars_and_sentences_lead_to_boards_and_acts(valued_night):
    published = published_or_404(valued_night.session.public_id)
    lines = [line for label in published.labels.values() for line in card_page(published, label).lines]
    with_reasons = [line for line in lines if line.reasons]
    assert with_reasons
    for line in with_reasons:
        assert 50 + sum(reason.points for reason in line.reasons) == rounded(line.percentage, 0)
        assert all(reason.points for reason in line.reasons)
    night = f"/results/{valued_night.session.public_id}/"
    body = Client().get(f"{night}player/1/").text
    bars = re.findall(r'<a href="([^"]+)#(board-\d+)"\s+aria-label="Board', body)
    assert len(bars) == 3
    assert all(card == f"{night}player/1/" and f'id="{board}"' in body for card, board in bars)
    table = body.partition("<table")[2].partition("</table")[0]
    assert "South’s" in body and "the field" in body and "your" not in table
    acts = re.findall(r'href="([^"]+\?act=\d+)"', body)
    assert 'data-step="' in Client().get(acts[0]).text


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
    page = field_page(published, BOARD)
    return field_acts(published, page["deal"].board.pk, page["tree"].lines).acts


def every(branch: FieldBranch) -> Iterator[FieldBranch]:
    yield branch
    for way in branch.branches:
        yield from every(way)


def body_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.text


def analysis_made(night, points: int = 50):
    for row in TableBoard.objects.filter(play__isnull=False).select_related("play"):
        shared = {"points": 0, "of": 3, "before": 0, "after": 0}
        entries = [
            {**shared, "seq": act.seqs[0], "by": act.by, "a": act.action, "held": [act.action]}
            for act in acts_of(night)[row.pk]
        ]
        calls = [entry for entry in entries if entry["a"] in CALL_TEXTS]
        cards = [{**entry, "tricks": 0, "seat": "W", "trick": 1} for entry in entries if entry["a"] not in CALL_TEXTS]
        outcome = row.play.outcome
        had = outcome["tricks"]
        best = had + (1 if cards[0]["by"] == outcome["declarer"] else -1)
        cards[0] |= {"tricks": 1, "points": points, "before": best, "after": had, "held": ["p:S2"]}
        PlayAnalysis.objects.create(play=row.play, calls=calls, cards=cards)


def test_every_play_ends_once_and_each_moment_leads_to_the_replay_at_that_very_act(field_night, address, client, page):
    tree, acts = page().tree, acts_of(field_night)
    assert len(tree.lines) == 2
    ended = [line.table_board for branch in every(tree) for line in branch.ended]
    assert sorted(ended) == sorted(line.table_board for line in tree.lines)
    for branch in every(tree):
        assert len(branch.lines) == len(branch.ended) + sum(len(way.lines) for way in branch.branches)
        for moment in filter(None, [branch.head, *branch.calls, *branch.cards, branch.claim]):
            assert acts[moment.table_board][moment.at - 1].step == moment.act.step
        assert [card.at for card in branch.cards] == sorted(card.at for card in branch.cards)
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
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) <= QUERIES, [query["sql"] for query in queries]
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
