"""The laws that every game in `games` obeys, under every option.

Every state of a random play is checked: cards are conserved; every action listed in `legal` can be applied, and
all other actions are refused with a message; no attempt changes a state; there is an outcome exactly when the
game is over; every view is complete, survives JSON, and asks something of exactly those who can answer. Both
players see calls, contract, tricks and counts; before the end, nobody sees the deal, earlier tricks or outcome;
the director sees everything, a stranger nothing (SOLO-30, 31, SW-21, 22, SC-19, 20, UM-19, FH-33, 34, BS-14).
Finally, the play has ended, a stranger has no view of it, its log survives its text form, and folding the log
gives the state of the live play.
"""

import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.calls import CALLS
from games.cards import FULL_DECK
from games.claims_and_undo import REQUEST_TEXTS
from games.errors import BadLog, BadSetup, IllegalAction
from games.five_hundred import LADDER
from games.five_hundred import PACK as FIVE_HUNDRED_PACK
from games.options import usual
from games.players import PLAYERS
from games.registry import names, rules_for
from games.replay import replay
from games.rules import Rules
from games.variants.bridge_solitaire.state import PACK as TWO_JOKERS
from games.wording import plain
from tests.long import sample

NONSENSE = ("", *"p: p:S1 p:7S c:8S c: c:0N claim: claim:-1 claim:14 claim:x undo: x".split())


View = dict[str, Any]
LONGEST = 600  # acts of a play
PLAYS = sample(8, 48)


@dataclass(frozen=True)
class Laws:
    """Facts about one game.

    `acts` are actions that can be legal in the game besides calls, cards and requests. `enders` are actions that
    end a game early and are rarely chosen, so most plays are complete. `aside` finds the cards that are in neither
    a hand nor a trick in the director's view.
    """

    pack: tuple[Any, ...] = FULL_DECK
    acts: tuple[str, ...] = ()
    enders: tuple[str, ...] = ("accept",)
    aside: Callable[[View], list[str]] = lambda view: []
    grey: tuple[str, ...] = ()  # on a button even while illegal
    dealers: str = "SN"
    plays: int = PLAYS


def secret_card_aside(view: View) -> list[str]:
    if view["phase"] != "draft":
        return list(view["dealt"]["out"])
    held = in_hands(view)
    assert len(held) == len(view["more"]["draft"]["told"])
    return [card for card in view["dealt"]["pack"] if card not in held]


def umbrage_aside(view: View) -> list[str]:
    opened = view["more"]["opened"]
    return [*opened["bridge"], *opened["discards"]["S"], *opened["discards"]["N"]]


def bridge_solitaire_aside(view: View) -> list[str]:
    """Return the discards and the stock, and the seven cards while they are face down."""
    dealt, more = view["dealt"], view["more"]
    left = dealt["N"][len(dealt["N"]) - more["stock"] :]
    return [*dealt["discards"], *left, *(dealt["down"] if more["down"] else [])]


def five_hundred_aside(view: View) -> list[str]:
    more = view["more"]
    return [*(more["kitty"] if more["kitty_count"] else []), *(more["discards"] or [])]


# At Umbrage a random player bids up the ladder in a few calls; without the highest bids there are draws as
# well.
HIGH = tuple(f"c:{level}{strain}" for level in range(2, 8) for strain in "CDHSN")
GAMES = {
    "solo": Laws(),
    "whist_for_two": Laws(acts=("ready",), dealers="SNEW"),
    "secret_card": Laws(
        acts=("keep", "reject", "seen", "let", "stop", *(f"secret:{card.text}" for card in FULL_DECK)),
        aside=secret_card_aside,
        grey=("stop",),
        plays=4,
    ),
    "umbrage": Laws(
        acts=("umbrage:take", "umbrage:stay", "draw:all"),
        enders=("accept", *HIGH),
        aside=umbrage_aside,
        plays=sample(6, 24),
    ),
    "five_hundred_for_two": Laws(
        pack=FIVE_HUNDRED_PACK,
        acts=(*(f"c:{call}" for call in LADDER), *(f"p:JK:{suit}" for suit in "SHDC")),
        aside=five_hundred_aside,
    ),
    "bridge_solitaire": Laws(
        pack=TWO_JOKERS,
        acts=("concede", "keep:"),
        enders=("concede",),
        aside=bridge_solitaire_aside,
        dealers=" ",
        plays=16,
    ),
}


@dataclass(frozen=True)
class Case:
    laws: Laws
    rules: Rules[Any]
    setup: dict[str, Any]
    options: dict[str, str]
    universe: tuple[str, ...]
    actors: tuple[str, ...]

    @property
    def viewers(self) -> tuple[str, ...]:
        return (*self.rules.players, "D")

    def cards_in(self, view: View) -> list[str]:
        played = [play["card"] for trick in view["history"] for play in trick["cards"]]
        turned = [card for trick in view["history"] for card in trick.get("turned", ())]
        return in_hands(view) + played + turned + self.laws.aside(view)


def in_hands(view: View) -> list[str]:
    return [card for hand in view["hands"].values() for card in hand["cards"] or ()]


def case(game: str, number: int, options: dict[str, str]) -> Case:
    laws, rules = GAMES[game], rules_for(game)
    dealer = laws.dealers[number % len(laws.dealers)].strip()
    setup = rules.deal("laws", {"board": number, "dealer": dealer, "vul": "None"}, options)
    cards = [card.text for card in laws.pack]
    universe = dict.fromkeys(
        (*(f"c:{call}" for call in CALLS), *(f"p:{card}" for card in cards), *REQUEST_TEXTS, *laws.acts)
    )
    return Case(laws, rules, setup, options, tuple(universe), ("S", "N", "D"))


def settings_of(game: str) -> list[dict[str, str]]:
    """Return options for each play, the usual ones first. Every value comes up, in many combinations."""
    offered, plays = rules_for(game).options, GAMES[game].plays
    every = [dict(zip(offered, values, strict=True)) for values in itertools.product(*offered.values())]
    return [usual(offered), *(every[number * 127 % len(every)] for number in range(1, plays))]


@pytest.mark.parametrize(("game", "number"), [(game, n) for game in names() for n in range(GAMES[game].plays)])
def test_a_game_keeps_the_laws_of_every_game(game, number):
    table = case(game, number + 1, settings_of(game)[number])
    check_bad_log(table, play_and_check(table, seed=number))


@pytest.mark.parametrize("game", names())
def test_every_value_of_every_option_is_tried(game):
    for name, values in rules_for(game).options.items():
        assert {options[name] for options in settings_of(game)} == set(values), name


@pytest.mark.parametrize("game", names())
def test_sc_5a_the_same_seed_deals_the_same_again_and_another_seed_or_board_does_not(game):
    """FH-3 and BS-13c say the same of their games."""
    rules, header = rules_for(game), {"board": 2, "dealer": GAMES[game].dealers[0].strip(), "vul": "All"}
    dealt = rules.deal("seed", header, {})
    assert rules.deal("seed", header, {}) == dealt and {name: dealt[name] for name in header} == header
    for other in (rules.deal("other", header, {}), rules.deal("seed", {**header, "board": 3}, {})):
        assert not [part for part in dealt.keys() - header.keys() - {"turned"} if other[part] == dealt[part]]


@pytest.mark.parametrize("game", names())
def test_an_option_that_there_is_not_or_another_value_of_one_is_refused_by_its_name(game):
    table = case(game, 1, {})
    for name in ("colour", *table.rules.options):
        with pytest.raises(BadSetup, match=name):
            table.rules.start(table.setup, {name: "red"})


def test_fh_keeps_the_laws_of_every_game_in_a_misere():
    table = case("five_hundred_for_two", 296, {"misere": "on", "after_pass": "out"})
    log = play_and_check(table, seed=296)
    assert "c:M" in [event["a"] for event in log]
    assert len(log) > 30, "a misère of ten tricks"


def play_and_check(case: Case, seed: int) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    rules = case.rules
    state = rules.start(case.setup, case.options)
    cards = sorted(case.cards_in(rules.view(state, "D")))
    assert cards == sorted(card.text for card in case.laws.pack), "a whole pack is in play"
    log: list[dict[str, Any]] = []
    check_strangers(rules, state)
    while rules.turn(state) is not None:
        assert len(log) < LONGEST, "the game does not end"
        check_state(case, state, cards)
        actor, action = random_action(case, state, rng)
        state = rules.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    check_state(case, state, cards)
    check_end(rules, state)
    copy = json.loads(json.dumps(log))
    assert copy == log
    assert replay(rules, case.setup, case.options, copy) == state
    return log


def check_end(rules: Rules[Any], state):
    outcome = rules.outcome(state)
    assert outcome is not None
    assert json.loads(json.dumps(outcome)) == outcome
    assert rules.result_text(outcome)
    check_strangers(rules, state)


def check_strangers(rules: Rules[Any], state):
    for stranger in {"X", "", "E", *PLAYERS} - {*rules.players}:  # at Bridge Solitaire nobody sits North
        with pytest.raises(ValueError, match="viewer"):
            rules.view(state, stranger)


def random_action(case: Case, state, rng: random.Random) -> tuple[str, str]:
    """Return an action that usually continues the game, and now and then is any legal action."""
    player = case.rules.turn(state)
    assert player is not None
    if (pick := case.rules.pick(state, player)) and rng.random() < 0.95:
        return player, pick.random(rng.choice)
    onward = case.rules.view(state, player)["legal"]
    if not onward:
        pick = case.rules.pick(state, player)
        assert pick is not None, "the player on turn has nothing to do"
        return player, pick.random(rng.choice)
    if rng.random() < 0.85:
        lasting = [action for action in onward if action not in case.laws.enders]
        return player, rng.choice(lasting if lasting and rng.random() < 0.95 else onward)
    return rng.choice([(actor, a) for actor in case.actors for a in case.rules.legal(state, actor)])


def check_state(case: Case, state, cards: list[str]):
    over = case.rules.turn(state) is None
    assert (case.rules.outcome(state) is not None) == over
    check_actions(case, state)
    whole = case.rules.view(state, "D")
    for viewer in case.viewers:
        view = case.rules.view(state, viewer)
        assert json.loads(json.dumps(view)) == view
        assert set(view) == set(whole), "a view is always whole"
        assert set(view.get("more", ())) == set(whole.get("more", ()))
        buttons = {button["a"] for button in view.get("choices", ())}
        assert buttons <= {*view["legal"], *case.laws.grey}
        assert (view["game"], view["me"]) == (case.rules.name, viewer)
        assert set(view["legal"]) <= set(case.rules.legal(state, viewer))
        assert len(view.get("prompt", "").splitlines()) <= 2, "a prompt has a line to be loud and one below it"
        assert not set("{|*}") & set(plain(view.get("prompt", ""))), "every marker of a prompt can be filled in"
        on_turn = view["turn"] is not None and view["turn"]["player"] == viewer
        assert bool(view["legal"] or view.get("pick")) == on_turn, "who is asked has an answer, and nobody else"
    assert sorted(case.cards_in(whole)) == cards, "cards are conserved"
    check_views(case, state)


FOR_BOTH = (
    "board dealer vul phase auction contract trick last_trick tricks claim_max claim claim_refused undo taken_back "
    "outcome"
).split()
JOINT = ("umbrage", "inspect")  # phases in which both are asked at once


def check_views(case: Case, state):
    """Check which viewers can see each of the facts that every game has."""
    over, whole = case.rules.turn(state) is None, case.rules.view(state, "D")
    assert whole["legal"] == [] and None not in (whole["dealt"], whole["history"])
    assert all(hand["cards"] is not None for hand in whole["hands"].values())
    views = [case.rules.view(state, player) for player in case.rules.players]
    for view in views:
        assert {key: view[key] for key in FOR_BOTH} == {key: views[0][key] for key in FOR_BOTH}
        assert view["turn"] == views[0]["turn"] or state.phase in JOINT
        counts = [{name: hand["count"] for name, hand in each["hands"].items()} for each in (view, whole)]
        assert counts[0] == counts[1]
        options = state.table.options
        every_trick = over or "all" in (options.get("tricks_shown"), options.get("turned_shown"))
        assert [view[key] is not None for key in ("dealt", "outcome")] == [over, over]
        assert view["history"] is None or every_trick
        assert view["legal"] or not view["why_not"], "only who is on turn is told what may not be played"
        if view["legal"] and all(action.startswith("p:") for action in view["legal"]):
            cards = {action.split(":")[1] for action in view["legal"]} | set(view["why_not"])
            left = set(view["hands"][view["turn"]["hand"]]["cards"]) - cards
            assert left <= {view.get("more", {}).get("secret", {}).get("card")}, "or it is said why not"
        if over:
            assert (view["turn"], view["trick"], view["legal"]) == (None, None, [])
            assert (view["dealt"], view["history"]) == (whole["dealt"], whole["history"])


def check_actions(case: Case, state):
    before = repr(state)
    for actor in case.actors:
        listed = case.rules.legal(state, actor)
        legal = set(listed)
        assert len(legal) == len(listed)
        assert legal <= set(case.universe)
        check_pick(case, state, actor)
        for action in (*case.universe, *NONSENSE):
            if action in legal:
                assert case.rules.apply(state, actor, action) != state
            else:
                check_refused(case, state, actor, action)
    for stranger in ("X", "", None):
        with pytest.raises(IllegalAction):
            case.rules.apply(state, stranger, case.universe[0])
    assert repr(state) == before


def check_pick(case: Case, state, actor: str):
    """Check a choice of several cards: suitable cards are accepted, but not too many or another player's cards."""
    pick = case.rules.pick(state, actor)
    if pick is None:
        return
    chance = random.Random(len(pick.cards))
    for _ in range(5):
        assert case.rules.apply(state, actor, pick.random(chance.choice)) != state
    too_many = pick.text(pick.cards[: pick.most + 1])
    twice = pick.text((*pick.cards[:1], *pick.cards[:1]))
    strange = pick.text([card for card in FULL_DECK if card not in pick.cards][: max(pick.least, 1)])
    for action in (too_many, twice, strange, f"{pick.verb}:x", f"{pick.verb}:S7/"):
        if action == too_many and len(pick.cards) <= pick.most:
            continue
        check_refused(case, state, actor, action)


def check_refused(case: Case, state, actor: str, action: str):
    try:  # a hundred thousand times in a play: `pytest.raises` would cost more than the rules
        case.rules.apply(state, actor, action)
    except IllegalAction as refused:
        assert refused.reason.count(" ") > 2, "a refusal is a sentence"
    else:
        pytest.fail(f"{actor} {action} is not among the legal actions, but applies")


def check_bad_log(case: Case, log: list[dict[str, Any]]):
    wrong = [*log, {"seq": len(log) + 1, "actor": case.actors[0], "a": case.universe[0]}]
    with pytest.raises(BadLog, match=f"Event {len(wrong)}: "):
        replay(case.rules, case.setup, case.options, wrong)
