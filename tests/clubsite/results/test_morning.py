"""What a player reads about their session the next morning: what cost most, the gift, the hand of the night."""

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.decisive import decisive_moment, ending_before
from clubsite.lounge.models import HomeMatch
from clubsite.rankings.services.publications import unpublish
from clubsite.results.selectors.morning import MAX_MOMENTS, MIN_SHARE, featured_hand, morning
from clubsite.results.selectors.percentage import valued_lines
from games.seats import SEATS
from solver import engine
from tests.kit.nights import published_of, rows_of
from tests.kit.pages import text_of
from tests.needs import compiled_solver

pytestmark = compiled_solver


def test_the_dearest_of_each_board_are_told_and_the_greatest_gift(valued_night):
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


def test_nothing_of_it_is_told_before_it_is_worked_out_or_when_results_are_withdrawn(valued_night, client, dee):
    own = f"/results/{valued_night.session.public_id}/player/1/"
    client.cookies["device"] = f"device of {valued_night.contestant(1).pk}"
    PlayAnalysis.objects.all().delete()
    text = text_of(client, own)
    assert "Your night" in text and "cost you" not in text and "hand of the night" not in text
    unpublish(valued_night.session, dee)
    assert "Your night" not in client.get(own).text
