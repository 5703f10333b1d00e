"""Claims, take-backs, misclicks and shown tricks in every game for two: SOLO-21, 21a, 22b, 22d and others."""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.claims_and_undo import MISCLICK
from games.errors import IllegalAction
from games.players import OPPONENT
from games.registry import names, rules_for
from games.replay import replay
from games.requests import NO_TALK
from games.wording import SEAT_NAMES, plain
from tests.games import five_hundred_positions as five_hundred
from tests.games import secret_card_positions as secret_card
from tests.games import solo_positions as solo
from tests.games import umbrage_positions as umbrage
from tests.games import whist_for_two_positions as whist
from tests.games.plays import Acts
from tests.games.secrecy import CARD, but_told, setup_of, step
from tests.games.solo_positions import SOLO, called, mid_trick, play, refused
from tests.long import sample

SOLO_HANDS = {"N": "H2 C2 S2 D2", "E": "HA C3 S3 D3 D4", "S": "HK CA SA DA DK", "W": "H5 C5 S5 D5 D6"}
FIVE_HUNDRED_HANDS = {"N": "H5 C5 S5 D5", "E": "HA C9 S9 DT", "S": "HK CA SA DA", "W": "H6 C6 S6 D6"}


@dataclass(frozen=True)
class Game:
    """A game with its paragraph, a position in play, the cards that complete the trick, and the tricks left."""

    acts: Acts
    rule: str
    middle: Callable[..., Any]
    trick: str
    left: int
    before: Any  # a state without cards to play
    consent: dict[str, str]  # the options with which a card goes back by consent

    def play(self, state, *actions: str):
        return self.acts.play(state, *actions)

    def see(self, state, viewer: str) -> dict[str, Any]:
        return self.acts.rules.view(state, viewer)

    def refused(self, state, actor: str, action: str) -> str:
        """Return the reason why an action is refused. The reason must cite this game's paragraph."""
        refusal = self.acts.refused(state, actor, action)
        assert refusal.rule == self.rule
        return refusal.reason

    def has(self, option: str) -> bool:
        return option in self.acts.rules.options


GAMES = [
    Game(
        Acts(solo.SOLO), "SOLO-21a", lambda **o: solo.position("N", "H9", **SOLO_HANDS, **o), "p:HA p:HK p:H5", 5,
        solo.called("1S"), {"undo": "consent"},
    ),
    Game(
        Acts(whist.WHIST), "SW-13",
        lambda **o: whist.play(whist.dealt(N="D5", E="D2 .. DT", S="D9 D3", W="D8 .. D4", **o), "p:D5"),
        "p:DT p:D3 p:D4", 13, None, {},
    ),
    Game(
        Acts(five_hundred.FIVE_HUNDRED), "FH-24",
        lambda **o: five_hundred.position("N", contract="9S", **FIVE_HUNDRED_HANDS, **o), "p:H5 p:HA p:HK p:H6", 4,
        five_hundred.called("7D P P"), {},
    ),
    Game(
        Acts(secret_card.GAME), "SC-16g",
        lambda **_: secret_card.ending("S", N="HA H2 H3", D="D2 D3", S="SA S2 S3", secret="C4"), "p:SA p:H2 p:D2", 3,
        secret_card.called("1S P P"), {},
    ),
    Game(
        Acts(umbrage.UMBRAGE), "UM-17c",
        lambda **_: umbrage.position("S N D", S="SA SK D2", N="H2 H3 H4", D="C2 C3 C4"),
        "p:SA p:H2 p:C2", 3, umbrage.called("1S P"), {},
    ),
]  # fmt: skip
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rule)


@every_game
def test_solo_21a_a_claim_names_how_many_of_the_tricks_left_shows_the_hand_and_stops_play(game):
    state = game.play(game.middle(), "S claim:2")
    own, view = game.see(state, "S"), game.see(state, "N")
    hand = view["hands"]["S"]["cards"]
    assert view["claim"] == {"by": "S", "takes": 2, "of": game.left, "was": None, "cards": hand}
    assert sorted(hand) == sorted(own["hands"]["S"]["cards"]) and own["hands"]["N"]["cards"] is None
    assert view["turn"] == {"player": "N", "hand": None, "what": "claim"}
    assert (view["legal"], own["legal"]) == (["accept", "refuse"], [])
    words = f"South claims 2 of the {game.left} tricks left: do you accept?"
    assert plain(view.get("prompt", words)) == words
    for action in (game.trick.split()[0], "accept"):
        assert game.acts.refused(state, "S", action).rule == game.rule


@every_game
@pytest.mark.parametrize("claimant", "SN")
def test_solo_21_an_accepted_claim_ends_the_deal_with_both_counts(game, claimant):
    other, before = OPPONENT[claimant], game.see(game.middle(), "S")["tricks"]
    state = game.play(game.middle(), f"{claimant} claim:2", f"{other} accept")
    view = game.see(state, "N")
    assert view["tricks"] == {claimant: before[claimant] + 2, other: before[other] + game.left - 2}
    assert view["phase"] == "over" and game.acts.rules.outcome(state)["claimed"]


@every_game
def test_solo_21a_a_trick_cut_short_by_a_claim_has_no_winner(game):
    card = game.trick.split()[0]
    state = game.play(game.middle(), card, "N claim:0")
    assert game.see(state, "S")["claim"]["of"] == game.left, "it is one of those claimed"
    last = game.see(game.play(state, "S accept"), "S")["history"][-1]
    assert (last["winner"], last["cards"][-1]["card"]) == (None, card[2:])


@every_game
def test_solo_21a_a_refused_claim_plays_on_with_the_hand_open_and_the_next_waits_for_another_trick(game):
    before = game.middle()
    state = game.play(before, "S claim:2", "N refuse")
    hand = game.see(state, "S")["hands"]["S"]["cards"]
    assert (game.see(state, "N")["turn"], game.see(state, "N")["claim"]) == (game.see(before, "N")["turn"], None)
    for player in "SN":
        assert "until another trick is complete" in game.refused(state, player, "claim:1")
        assert game.see(state, player)["can"]["claim"] is False
    state = game.play(state, *game.trick.split())
    assert game.see(state, "N")["hands"]["S"]["cards"] == [card for card in hand if f"p:{card}" not in game.trick]
    assert game.see(state, "S")["can"]["claim"] is True and game.see(state, "N")["claim_max"] == game.left - 1


@every_game
def test_solo_21a_nothing_is_shown_by_a_concession_of_all_or_where_the_option_says_no(game):
    claims = [game.play(game.middle(), "S claim:0")]
    claims += [game.play(game.middle(claim_shows="no"), "S claim:2")] if game.has("claim_shows") else []
    for state in claims:
        view = game.see(state, "N")
        assert view["claim"]["cards"] is None and view["hands"]["S"]["cards"] is None


@every_game
def test_solo_21_tricks_are_claimed_in_the_play_alone_and_no_more_than_are_left(game):
    assert game.see(game.middle(), "N")["claim_max"] == game.left
    if game.left < 13:
        reason = game.refused(game.middle(), "S", f"claim:{game.left + 1}")
        assert reason == f"Only {game.left} tricks are left to claim"
    if game.before is not None:
        assert game.refused(game.before, "S", "claim:3")
        assert game.see(game.before, "S")["claim_max"] == 0 and not game.see(game.before, "S")["can"]["claim"]


def undo_rule(game: Game) -> str:
    return {"SOLO-21a": "SOLO-22b"}.get(game.rule, game.rule)


@every_game
def test_solo_22b_a_card_goes_back_by_consent_and_stands_without_it(game):
    before, card = game.middle(**game.consent), game.trick.split()[0]
    by = str(game.acts.rules.turn(before))
    other = OPPONENT[by]
    undo_state = game.play(before, card, f"{by} undo")
    view = game.see(undo_state, other)
    assert (view["undo"], view["legal"]) == ({"by": by, "action": card}, ["undo:yes", "undo:no"])
    assert view["turn"] == {"player": other, "hand": None, "what": "undo"}
    words = f"{SEAT_NAMES[by]} asks to take back a call or card: do you agree?"
    assert plain(view.get("prompt", words)) == words
    assert game.acts.refused(undo_state, by, "undo:yes").rule == undo_rule(game)
    back = game.play(undo_state, f"{other} undo:yes")
    for viewer in "SN":
        assert but_told(game.see(back, viewer)) == but_told(game.see(before, viewer))
    assert game.see(back, other)["taken_back"] == {"by": by, "action": card, "how": "consent"}
    stands = game.play(undo_state, f"{other} undo:no")
    assert game.see(stands, other)["trick"]["cards"][-1]["card"] == card[2:] and game.see(stands, by)["undo"] is None
    assert game.acts.refused(stands, by, "undo").rule == undo_rule(game), "it is not asked for again"
    assert game.acts.refused(game.play(before, card), "D", "undo").rule == undo_rule(game)


@pytest.mark.parametrize("game", [game for game in GAMES if game.has("undo")], ids=lambda game: game.rule)
def test_solo_22b_by_option_only_the_director_takes_back_or_nobody(game):
    card = game.trick.split()[0]
    by = str(game.acts.rules.turn(game.middle()))
    state = game.play(game.middle(undo="director"), card)
    assert "Only the director" in game.acts.refused(state, by, "undo").reason
    assert [game.see(state, actor)["can"]["undo"] for actor in (by, "D")] == [False, True]
    back = game.play(state, "D undo")
    assert but_told(game.see(back, "S")) == but_told(game.see(game.middle(undo="director"), "S"))
    assert game.see(back, "S")["taken_back"] == {"by": by, "action": card, "how": "director"}
    assert "can still be taken back" in game.acts.refused(back, "D", "undo").reason, "never once the opponent has acted"
    for actor in "SND":
        refusal = game.acts.refused(game.play(game.middle(undo="off"), card), actor, "undo")
        assert (refusal.reason, refusal.rule) == ("Calls and cards are not taken back here", undo_rule(game))


@every_game
def test_solo_22d_only_the_trick_on_the_table_and_the_last_are_shown(game):
    def two_more(state):
        state = game.play(state, *game.trick.split())
        first, tricks = game.see(state, "N")["last_trick"], game.see(state, "D")["last_trick"]["number"] + 1
        while game.see(state, "D")["last_trick"]["number"] < tricks or not game.see(state, "D")["trick"]["cards"]:
            state = game.play(state, game.see(state, str(game.acts.rules.turn(state)))["legal"][0])
        return first, state

    first, state = two_more(game.middle())
    view, every_trick = game.see(state, "N"), game.see(state, "D")["history"]
    assert (view["history"], view["last_trick"]) == (None, every_trick[-2])
    assert view["trick"]["cards"] == every_trick[-1]["cards"]
    assert not [played["card"] for played in first["cards"] if played["card"] in str(view)]
    if game.has("tricks_shown"):
        _, state = two_more(game.middle(tricks_shown="all"))
        assert game.see(state, "N")["history"] == game.see(state, "D")["history"]


PLAYS = sample(6, 60)
PARAGRAPHS = {
    "solo": "SOLO-22b", "secret_card": "SC-16g", "umbrage": "UM-17c", "bridge_solitaire": "BS-13b",
    "whist_for_two": "SW-13", "five_hundred_for_two": "FH-24",
}  # fmt: skip


def options_of(game: str, number: int) -> dict[str, str]:
    chance = random.Random(f"{game} {number}")
    chosen = {name: chance.choice(values) for name, values in rules_for(game).options.items()}
    return {**chosen, "misclick": "on"}


def steps(game: str, number: int) -> Iterator[tuple[list[dict[str, Any]], Any, Any]]:
    """Yield (log, state before, state after) for every action in a random play that its player may take back."""
    rules, chance = rules_for(game), random.Random(f"{game}{number}")
    state, log = rules.start(setup_of(game, number), options_of(game, number)), []
    while rules.turn(state) is not None:
        by, action = step(game, state, chance)
        before, state = state, rules.apply(state, by, action)
        log.append({"seq": len(log) + 1, "actor": by, "a": action})
        yield log, before, state


def may_take_back(game: str, state) -> list[str]:
    return [player for player in rules_for(game).players if MISCLICK in rules_for(game).legal(state, player)]


def but_take_backs(state):
    """Return the state without its take-backs, which are the only traces that an action and its undo may leave."""
    kept = {name: getattr(state.requests, name) for name in ("refused_in", "shown", "claim", "claimed", "asking")}
    return replace(state, requests=replace(NO_TALK, **kept))


def cards_in(view: dict[str, Any]) -> set[str]:
    if "bowers" in (view.get("more") or {}):
        view["more"]["bowers"] = []  # names of cards, whoever holds them
    return set(CARD.findall(json.dumps(view)))


@pytest.mark.parametrize("game", names())
def test_solo_22b_an_act_taken_back_leaves_the_state_and_the_views_as_they_were(game):
    rules, count = rules_for(game), 0
    for number in range(PLAYS):
        for log, before, after in steps(game, number):
            for player in may_take_back(game, after):
                count += 1
                back = rules.apply(after, player, MISCLICK)
                assert but_take_backs(back) == but_take_backs(before)
                for viewer in (*rules.players, "D"):
                    was, now = rules.view(before, viewer), rules.view(back, viewer)
                    assert but_told(was) == but_told(now)
                    undo = {"by": player, "action": log[-1]["a"], "how": "misclick"}
                    assert now["taken_back"] == undo, "both are told which act"
                folded = [*log, {"seq": len(log) + 1, "actor": player, "a": MISCLICK}]
                assert replay(rules, setup_of(game, number), options_of(game, number), folded) == back
    assert count > PLAYS


@pytest.mark.parametrize("game", names())
def test_solo_22b_what_may_be_taken_back_has_shown_nobody_another_card(game):
    """The card itself was on the table. Playing it revealed nothing else that had not been seen before."""
    rules = rules_for(game)
    for number in range(PLAYS):
        known: dict[str, set[str]] = {player: set() for player in rules.players}
        for log, before, after in steps(game, number):
            for viewer in rules.players:
                known[viewer] |= cards_in(rules.view(before, viewer))
                new = cards_in(rules.view(after, viewer)) - known[viewer]
                if any({MISCLICK, "undo"} & set(rules.legal(after, player)) for player in rules.players):
                    assert new <= set(re.findall(r"^p:(\w\w)", log[-1]["a"])), log[-1]
                if may_take_back(game, after):
                    back = rules.apply(after, log[-1]["actor"], MISCLICK)
                    cards = cards_in(but_told(rules.view(back, viewer)))
                    assert cards <= cards_in(rules.view(before, viewer)), "nothing is shown by taking it back"


@pytest.mark.parametrize("game", names())
def test_solo_22b_only_who_acted_last_and_never_once_the_opponent_has_acted(game):
    rules = rules_for(game)
    for number in range(PLAYS):
        for log, _, after in steps(game, number):
            for player in may_take_back(game, after):
                assert player == log[-1]["actor"]
            if rules.turn(after) is None:
                continue
            for player in set(rules.players) - {log[-1]["actor"]}:
                with pytest.raises(IllegalAction) as refusal:
                    rules.apply(after, player, MISCLICK)
                others = {"solo": ["SOLO-21a"], "secret_card": ["SC-15"]}  # where a claim or a shown card waits
                assert refusal.value.rule in [PARAGRAPHS[game], *others.get(game, [])]


@pytest.mark.parametrize("undo", ["consent", "director", "off"])
def test_solo_22b_a_misclick_asks_nobody_whatever_the_option_undo_says(undo):
    state = play(mid_trick(undo=undo), "p:HT", f"S {MISCLICK}")
    assert SOLO.view(state, "S")["trick"]["cards"] == [{"seat": "N", "card": "H9"}]
    assert SOLO.turn(play(state, "p:HA")) == "S", "play goes on from there"


def test_solo_22b_the_option_misclick_is_on_where_nobody_chose_otherwise_and_the_director_makes_none():
    """The rules do not say whether a club's robot waits to allow a take-back."""
    assert SOLO.options["misclick"][0] == "on"
    for chosen in ("on", "robot"):
        assert MISCLICK in SOLO.legal(play(mid_trick(misclick=chosen), "p:HT"), "S")
    off = play(mid_trick(misclick="off"), "p:HT")
    assert SOLO.view(off, "S")["can"]["misclick"] is False
    for state, actor in ((off, "S"), (play(mid_trick(), "p:HT"), "D")):
        assert refused(state, actor, MISCLICK).rule == "SOLO-22b"


def test_solo_22b_what_is_done_in_place_of_a_misclick_stands_and_of_two_acts_only_the_last_is_one():
    state = play(mid_trick(), "p:HT", f"S {MISCLICK}", "p:HT")
    assert "once already" in refused(state, "S", MISCLICK).reason
    assert MISCLICK in SOLO.legal(play(state, "p:HK"), "S"), "the next act can be a misclick again"
    back = play(mid_trick(), "p:HT", "p:HK", f"S {MISCLICK}")
    assert "can still be taken back" in refused(back, "S", MISCLICK).reason


@pytest.mark.parametrize(("actor", "action"), [("S", MISCLICK), ("D", "undo")])
def test_solo_22b_a_claim_by_the_opponent_ends_the_chance(actor, action):
    state = play(mid_trick(), "p:HT", "N claim:0")
    assert "must be answered first" in refused(state, actor, action).reason
    assert "can still be taken back" in refused(play(state, "S refuse"), actor, action).reason


@pytest.mark.parametrize("actor", ["player", "director"])
def test_solo_22b_a_closing_pass_taken_back_reopens_the_auction_with_all_hands_open(actor):
    before = called("1S P", misclick="on")
    player = str(SOLO.turn(before))
    back = play(before, f"{player} c:P", f"{player} {MISCLICK}" if actor == "player" else "D undo")
    assert SOLO.view(back, "S")["phase"] == "auction"
    assert all(SOLO.view(back, "S")["hands"][seat]["cards"] for seat in "NESW")
    assert SOLO.view(play(back, f"{player} c:2S"), "S")["turn"]["player"] == "N"


def test_bs_13b_a_pass_and_a_card_that_wins_go_back_for_no_card_of_the_stock_was_seen():
    rules, kinds = rules_for("bridge_solitaire"), set()
    for number in range(sample(20, 60)):
        for log, before, after in steps("bridge_solitaire", number):
            if may_take_back("bridge_solitaire", after):
                kinds.add(log[-1]["a"].partition(":")[0])
                assert rules.view(after, "S")["more"]["stock"] == rules.view(before, "S")["more"]["stock"]
    assert kinds == {"c", "p"}
