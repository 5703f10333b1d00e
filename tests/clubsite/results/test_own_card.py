"""A player's own scorecard the next morning: the costliest boards, the percentage in parts, and reasons for scores."""

import re

from django.test import Client

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.decisive import decisive_moment, ending_before
from clubsite.home.models import HomeMatch
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import unpublish
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
from games.seats import SEATS
from scoring.figures import rounded
from scoring.percentage_parts import OWN, PercentagePart
from scoring.result import BoardResult
from solver import engine
from tests.kit.nights import published_of, rows_of
from tests.kit.pages import text_of
from tests.needs import compiled_solver



@compiled_solver
def test_the_dearest_of_each_board_are_shown_and_the_greatest_gift(valued_night):
    published = published_of(valued_night)
    for row in rows_of(published):
        valued = valued_lines(published, published.lines_of(row.contestant))
        found = morning(published, valued)
        dearest = [min((share for _, share in line.own), default=0) for line in valued]
        wanted = sorted(share for share in dearest if share <= -MIN_SHARE)[:MAX_MOMENTS]
        assert [one.share for one in found.costly] == wanted
        gifts = [share for line in valued for _, share in line.gifts if share >= MIN_SHARE]
        assert (found.gift.share if found.gift else 0) == max(gifts, default=0)
        for one in found.costly:
            assert "your" in one.text.lower() and "cost" in one.text and one.held


@compiled_solver
def test_the_hand_of_the_night_is_the_single_right_card_that_was_worth_most(valued_night):
    published = published_of(valued_night)
    moment = decisive_moment(published)
    alone = [
        card["points"] * (card["of"] - 1) / card["of"]
        for found in PlayAnalysis.objects.all()
        for card in found.cards
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
    assert hand is not None and len(hand.sentences) == 4
    left = ending_before(play, moment.seq).now.hands
    assert hand.west == [card.text for card in left[SEATS.index("W")]]
    held = next(c["held"] for c in PlayAnalysis.objects.get(play=play).cards if c["seq"] == moment.seq)
    assert held[0] not in " ".join(hand.sentences)


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
    PlayAnalysis.objects.all().delete()
    text = text_of(client, own)
    assert "Your night" in text and "cost you" not in text and "hand of the night" not in text
    unpublish(valued_night.session, dee)
    assert "Your night" not in client.get(own).text


@compiled_solver
def test_the_shown_parts_and_the_average_are_the_shown_percentage(valued_night):
    published = published_of(valued_night)
    kinds = set()
    for row in rows_of(published):
        parts = percentage_rows(published, row, published.lines_of(row.contestant), {})
        assert parts and AVERAGE_PERCENT + sum(part.points for part in parts) == rounded(row.percentage, 2)
        assert all(part.points <= 0 for part in parts if part.part in OWN)
        kinds |= {part.part for part in parts}
    assert PercentagePart.UNKNOWN in kinds, "a board without a play is told apart"
    assert not kinds & {PercentagePart.OTHER, PercentagePart.PENALTY, PercentagePart.RULING}


@compiled_solver
def test_what_one_gave_the_other_was_given(valued_night):
    """An action by South costs South as much as it gives North."""
    published = published_of(valued_night)
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
def test_it_is_on_the_own_card_once_it_is_worked_out(valued_night, client):
    address = f"/results/{valued_night.session.public_id}/player/{rows_of(published_of(valued_night))[0].label}/"
    assert re.search(r"Where \d+\.\d\d % came from", text_of(client, address))
    PlayAnalysis.objects.all().delete()
    assert "came from" not in client.get(address).text


@compiled_solver
def test_the_reasons_of_each_board_sum_to_what_it_was_worth(valued_night):
    published = published_or_404(valued_night.session.public_id)
    lines = [line for label in published.labels.values() for line in card_page(published, label).lines]
    told = [line for line in lines if line.reasons]
    assert told
    for line in told:
        assert 50 + sum(one.points for one in line.reasons) == rounded(line.percentage, 0)
        assert all(one.points for one in line.reasons)


@compiled_solver
def test_a_bar_leads_to_its_board_and_the_sentence_to_the_act(valued_night):
    night = f"/results/{valued_night.session.public_id}/"
    body = Client().get(f"{night}player/1/").text
    bars = re.findall(r'<a href="([^"]+)#(board-\d+)"\s+aria-label="Board', body)
    assert len(bars) == 3
    assert all(card == f"{night}player/1/" and f'id="{board}"' in body for card, board in bars)
    table = body.partition("<table")[2].partition("</table")[0]
    assert "South’s" in body and "the field" in body and "your" not in table
    acts = re.findall(r'href="([^"]+\?act=\d+)"', body)
    assert 'data-step="' in Client().get(acts[0]).text
