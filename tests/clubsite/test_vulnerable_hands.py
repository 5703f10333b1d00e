"""On all 16 boards, every output colours the hands of the vulnerable player (SOLO-2, SOLO-23)."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from clubsite.nights.models import Board
from clubsite.nights.selectors.deals import laid_out
from games.boards import dealer_of, vulnerability_of
from games.cards import FULL_DECK
from games.end_dummies import OWNER, is_hand_vulnerable
from games.players import is_vulnerable
from games.seats import SEATS
from games.wording import vulnerability_name
from scoring.contracts import score

ROOT = Path(__file__).resolve().parents[2]
BOARDS = range(1, 17)
COLUMN = {"S": "NS", "N": "EW"}  # SOLO-24: the column of a player's score


def _vulnerable(player: str, vul: str) -> bool:
    """True if the player is vulnerable according to the scoring, by which one down then costs 100."""
    return abs(score("1N", COLUMN[player], vul, 6)) == 100


def _red(number: int) -> set[str]:
    vul = vulnerability_of(number)
    return {str(seat) for seat, player in OWNER.items() if _vulnerable(player, vul)}


@pytest.mark.parametrize("number", BOARDS)
def test_solo_23_a_player_s_two_hands_are_vulnerable_as_the_scoring_has_it(number):
    vul = vulnerability_of(number)
    assert {str(seat) for seat in SEATS if is_hand_vulnerable(seat, vul)} == _red(number)
    assert [is_vulnerable(player, vul) for player in "SN"] == [_vulnerable(player, vul) for player in "SN"]


PAINTED = """
const { markup, words } = await import("./tests/js/page.mjs");
const { board, vul } = await import("./static/js/table/bits.js");
const { dealt } = await import("./static/js/seats/terminal/bits.js");
const said = JSON.parse(process.argv[1]).map(([number, dealer, danger]) => ["S", "N"].map((me) => {
  const drawn = board({ board: number, dealer, vul: danger }, me);
  const other = me === "S" ? "N" : "S";
  return {
    red: [...markup(drawn).matchAll(/class="at-(\\w+) v [^"]*"><i>(\\w)/g)].map(([, place, seat]) => [place, seat]),
    me: words(vul(me, danger)), other: words(vul(other, danger)), terminal: dealt({ dealer, vul: danger }),
    label: /aria-label="?([^">]*)/.exec(markup(drawn))[1],
  };
}));
process.stdout.write(JSON.stringify(said));
"""


def test_solo_23_the_table_paints_and_names_the_vulnerable_player_on_every_board(node):
    boards = json.dumps([[n, str(dealer_of(n)), vulnerability_of(n)] for n in BOARDS])
    command = [node, "--input-type=module", "-e", PAINTED, boards]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    places = {
        "S": {"S": "bottom", "E": "right", "N": "top", "W": "left"},
        "N": {"N": "bottom", "W": "right", "S": "top", "E": "left"},
    }
    for number, seats in zip(BOARDS, json.loads(done.stdout), strict=True):
        vul = vulnerability_of(number)
        for me, other, seen in zip("SN", "NS", seats, strict=True):
            assert {seat: place for place, seat in seen["red"]} == {seat: places[me][seat] for seat in _red(number)}, (
                f"board {number} as {me} sees it"
            )
            assert (seen["me"] == "vul", seen["other"] == "vul") == (_vulnerable(me, vul), _vulnerable(other, vul))
            assert seen["terminal"].endswith(f"deals, {vulnerability_name(vul)}")
            assert seen["label"].endswith(vulnerability_name(vul))


@pytest.mark.parametrize("number", BOARDS)
def test_solo_23_a_deal_on_a_page_has_the_same_hands_red(number):
    hands = {seat: tuple(FULL_DECK[place::4]) for place, seat in enumerate("NESW")}
    board = Board(number=number, dealer=str(dealer_of(number)), vulnerability=vulnerability_of(number))
    page = render_to_string("results/_deal.html", {"deal": laid_out(board, hands)})
    red = {seat for name, seat in re.findall(r'class="(n|w|e|s_) v[^"]*">\s*(\w)', page)}
    assert red == _red(number)
    labels = {
        "": "nobody vulnerable",
        "ES": "South (N/S) vulnerable",
        "NW": "North (E/W) vulnerable",
        "ENSW": "both sides vulnerable",
    }
    assert labels["".join(sorted(red))] in page
