"""Why a board was worth what it was: one sentence a board on the own card, whose parts add up."""

import re

from django.test import Client

from clubsite.rankings.selectors.published import published_or_404
from clubsite.results.selectors.ranking import card_page
from scoring.figures import rounded
from tests.needs import compiled_solver

pytestmark = compiled_solver


def test_the_reasons_of_each_board_sum_to_what_it_was_worth(valued_night):
    published = published_or_404(valued_night.session.public_id)
    lines = [line for label in published.labels.values() for line in card_page(published, label).lines]
    told = [line for line in lines if line.reasons]
    assert told
    for line in told:
        assert 50 + sum(one.points for one in line.reasons) == rounded(line.percentage, 0)
        assert all(one.points for one in line.reasons)


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
