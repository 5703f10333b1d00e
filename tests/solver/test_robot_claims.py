"""Robots claim and answer claims in every game: SOLO-21a, SW-13, FH-24, UM-17c, SC-16g.

The rules play the endings out in all lines, so the solver's own model of a game proves nothing here.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from games.boards import dealer_of, vulnerability_of
from games.cards import parse_cards, read_cards
from games.errors import BadLog, BadSetup
from games.players import OPPONENT, PLAYERS
from games.registry import game_for, rules_for
from games.replay import states
from games.robots import choose
from games.seats import SEATS
from games.variants.bridge_solitaire.state import PACK
from solver import Position, engine
from solver.guesses import GUESSING_STRENGTHS
from solver.robots import stock
from solver.robots.seen_play import CROW_GAMES, STOCK_GAMES, THREE_HAND_GAMES, is_misere
from solver.stock_play import NO_CARD, StockEnding, code_of, codes, follow, lead, masks_of, place_of
from solver.strengths import STRENGTHS
from tests.games.bridge_solitaire_positions import BS, random_states
from tests.games.plays import most, tricks_of
from tests.games.secrecy import CARD, a_play, exchanged, never_seen, options_of, setup_of
from tests.long import sample
from tests.needs import compiled_solver
from tests.solver.robots_choice import OPTIONS, SOLO, action_of, without_compiler

HIDING = ("whist_for_two", "five_hundred_for_two", *THREE_HAND_GAMES)  # games in which a hand is hidden
GAMES = (*CROW_GAMES, *THREE_HAND_GAMES)
DEALS = sample(5, 150)
ENOUGH = sample(10, 150)  # deals for twenty right claims
LAST = sample(2, 3)  # tricks that the rules play out
MANY = 7


class Deal:
    def __init__(self, game: str, number: int, **options: str) -> None:
        self.rules, self.chance = rules_for(game), Random(f"{game} {number}")
        known = self.rules.options
        chosen = {name: self.chance.choice(values) for name, values in known.items()}
        self.options = chosen | {name: value for name, value in options.items() if name in known}
        dealer = "NESW"[number % 4] if game in ("solo", "whist_for_two") else "SN"[number % 2]
        header = {"board": number + 1, "dealer": dealer, "vul": "None"}
        setup = self.rules.deal(f"claims {number}", header, self.options)
        self.state: Any = self.rules.start(setup, self.options)
        self.views = {player: [self.rules.view(self.state, player)] for player in PLAYERS}

    @property
    def now(self) -> dict[str, Any]:
        return self.rules.view(self.state, "D")

    @property
    def turn(self) -> str | None:
        return self.rules.turn(self.state)

    def do(self, player: str, action: str):
        self.state = self.rules.apply(self.state, player, action)
        for each in PLAYERS:
            self.views[each].append(self.rules.view(self.state, each))

    def answer_to(self, claimant: str, claim: str) -> str | None:
        other = OPPONENT[claimant]
        view = self.rules.view(self.rules.apply(self.state, claimant, claim), other)
        return self.choice_from([*self.views[other], view])

    def choice_from(self, views: list[dict[str, Any]]) -> str | None:
        return action_of(views, "", self.options, "", Random(1).choice)


def brought_to(game: str, number: int, left: int, **options: str) -> Deal | None:
    """Return a deal with `left` tricks left, in which both want tricks: bid by robots and played at random."""
    deal = Deal(game, number, **options)
    cards = deal.chance.randrange(3)
    while deal.turn is not None:
        if deal.now["phase"] == "play" and deal.now["claim_max"] <= left:
            if not cards or deal.now["claim_max"] < left:
                break
            cards -= 1
        player, view = deal.turn, deal.views[deal.turn][-1]
        bids = view["phase"] != "play"
        deal.do(player, str(choose(view, deal.chance.choice)) if bids else deal.chance.choice(view["legal"]))
    return None if deal.turn is None or is_misere(deal.now) else deal


def deals_at(game: str, left: int, deals: int = DEALS, **options: str) -> Iterator[Deal]:
    return filter(None, (brought_to(game, number, left, **options) for number in range(deals)))


def takes(deal: Deal, player: str) -> int:
    return most(deal.rules, deal.state, player) - tricks_of(deal.rules, deal.state, player)


@compiled_solver
@pytest.mark.parametrize("game", GAMES)
def test_solo_21a_a_robot_accepts_a_right_claim_in_every_game_and_no_false_one(game):
    answers = Counter[tuple[bool, str | None]]()
    for deal in deals_at(game, LAST, ENOUGH, claim_shows="yes"):
        for claimant in PLAYERS:
            right = takes(deal, claimant)
            for number in range(deal.now["claim_max"] + 1):
                answers[number <= right, deal.answer_to(claimant, f"claim:{number}")] += 1
    assert not answers[False, "accept"], "a false claim is refused"
    assert not answers[True, "refuse"], "a right one is accepted"
    assert answers[False, "refuse"] > 5 and answers[True, "accept"] > 20


@compiled_solver
@pytest.mark.parametrize("game", GAMES)
def test_solo_21a_with_many_tricks_left_it_accepts_up_to_one_number_and_not_beyond(game):
    most_accepted = []
    for deal in deals_at(game, MANY, claim_shows="yes"):
        for claimant in PLAYERS:
            answers = [deal.answer_to(claimant, f"claim:{number}") for number in range(deal.now["claim_max"] + 1)]
            accepted = answers.count("accept")
            assert answers == ["accept"] * accepted + ["refuse"] * (len(answers) - accepted)
            most_accepted.append(accepted - 1)
    assert sum(most_accepted) >= 2.5 * len(most_accepted)  # together both take seven


@compiled_solver
@pytest.mark.parametrize("game", ["solo", "whist_for_two", "five_hundred_for_two"])
def test_solo_21a_a_claim_that_shows_no_hand_is_counted_by_whoever_can_work_the_hand_out(game):
    """At Solo and Whist that is everybody, and at 500 the contractor, who knows the three cards laid away."""
    accepted = 0
    for deal in deals_at(game, LAST, claim_shows="no", auction="open", kitty="hand"):
        declarer = (deal.now["contract"] or {}).get("declarer")
        for claimant in PLAYERS if game != "five_hundred_for_two" else (OPPONENT[declarer],):
            if right := takes(deal, claimant):
                answers = [
                    deal.answer_to(claimant, f"claim:{number}") for number in (right, right + 1)[: LAST - right + 1]
                ]
                assert answers == ["accept", "refuse"][: len(answers)]
                accepted += 1
    assert accepted


@compiled_solver
def test_fh_24_a_defender_who_sees_no_hand_accepts_what_holds_for_every_hand():
    """The contractor's hand may be any of the cards that nobody has seen: three of these are laid away."""
    answers = Counter[tuple[bool, str | None]]()
    for number in range(4 * DEALS):
        deal = brought_to("five_hundred_for_two", number, LAST, claim_shows="no", kitty="hand")
        if deal is not None:
            claimant = deal.now["contract"]["declarer"]
            for tricks in range(1, LAST + 1):
                answers[tricks <= takes(deal, claimant), deal.answer_to(claimant, f"claim:{tricks}")] += 1
    assert not answers[False, "accept"]
    assert answers[True, "accept"] and answers[True, "refuse"], "some are true of this hand alone"


@compiled_solver
def test_fh_32_at_misere_the_question_is_whether_the_contractor_takes_a_trick():
    answers = Counter[tuple[bool, str | None]]()
    for number in range(3 * DEALS):
        deal = at_misere(number)
        if deal is None:
            continue
        contractor, left = str(deal.now["contract"]["declarer"]), deal.now["claim_max"]
        defender = OPPONENT[contractor]
        beaten = forced(deal, contractor)
        for claimant, takes_ in ((contractor, 0), (contractor, 1), (defender, left), (defender, left - 1)):
            gives_up = (claimant, takes_) in ((contractor, 1), (defender, left))
            right = gives_up or (beaten if claimant == defender else not beaten)
            answers[right, deal.answer_to(claimant, f"claim:{takes_}")] += 1
    assert not answers[False, "accept"] and not answers[True, "refuse"]
    assert answers[False, "refuse"] and answers[True, "accept"]


def at_misere(number: int) -> Deal | None:
    """Return a misère with LAST tricks left, of which the contractor has taken none so far, or None."""
    deal = Deal("five_hundred_for_two", number, misere="on", claim_shows="yes", autoplay="off")
    bids = iter(("c:M", "c:P", "c:P"))
    while deal.turn is not None and (deal.now["phase"] != "play" or deal.now["claim_max"] > LAST):
        view = deal.views[deal.turn][-1]
        deal.do(deal.turn, next(bids) if view["phase"] == "auction" else deal.chance.choice(view["legal"]))
    return deal if deal.turn is not None else None


def forced(deal: Deal, contractor: str) -> bool:
    """True if the contractor must win a trick, found by trying every legal card. The first one ends the deal."""

    def must(state: Any) -> bool:
        player = deal.rules.turn(state)
        if player is None:
            return tricks_of(deal.rules, state, contractor) > 0
        after = (must(deal.rules.apply(state, player, action)) for action in deal.rules.view(state, player)["legal"])
        return all(after) if player == contractor else any(after)

    return must(deal.state)


# A robot's own claims
def claims_of_robots(game: str, number: int) -> list[str]:
    """Let two robots play a deal, where all claims are refused. Return the claimants, whose claims were all true."""
    deal, claimants = Deal(game, number, claim_shows="yes"), list[str]()
    while (player := deal.turn) is not None:
        action = str(deal.choice_from(deal.views[player]))
        if (claim := deal.now["claim"]) is not None:
            assert action == "accept", "the other robot knows no better"
            assert claim["takes"] == claim["of"] and (claim["of"] > LAST or takes(deal, claim["by"]) == claim["of"])
            claimants.append(claim["by"])
            action = "refuse"
        deal.do(player, action)
    return claimants


@compiled_solver
@pytest.mark.parametrize("game", GAMES)
def test_solo_21a_a_robot_claims_when_the_rest_is_certain_once_in_a_deal(game):
    claimants = [claims_of_robots(game, number) for number in range(DEALS)]
    assert all(len(set(each)) == len(each) for each in claimants), "once refused, it plays on"
    assert any(claimants)


# Hidden cards
def what_it_does(game: str, strength: str, setup: dict[str, Any], options: dict[str, str], log, me: str):
    """Return what this seat was shown and the robot's choice in it, made in a thread of its own.

    A thread's engine remembers the last deal, and what it remembers decides how far a limited search in Python comes.
    """
    rules = rules_for(game)
    views = [rules.view(state, me) for _, state in states(rules, setup, options, log)]
    with ThreadPoolExecutor(1) as thread:
        return views, thread.submit(action_of, views, strength, options, "a secret", Random(1).choice).result()


@pytest.mark.parametrize(
    ("game", "strength"),
    [
        *((game, "") for game in (*GAMES, *STOCK_GAMES)),
        *((game, each) for game in HIDING for each in game_for(game).strengths),
        *((game, each) for game in STOCK_GAMES for each in GUESSING_STRENGTHS),
    ],
)
def test_a_robots_choice_never_depends_on_a_card_that_it_may_not_know(game, strength, monkeypatch):
    monkeypatch.setattr(stock, "MAX_ORDERS", 10)
    compared = 0
    for number in range(sample(12 if game == "five_hundred_for_two" else 6, 120)):
        rules, options, setup = rules_for(game), options_of(game, number), setup_of(game, number)
        chance = Random(f"swap {game} {number}")
        log = a_play(game, number, chance.choice((0, 3, 9, 22, 40)), options)
        me = rules.turn(list(states(rules, setup, options, log))[-1][1])
        if me is None:
            continue
        views, choice = what_it_does(game, strength, setup, options, log, me)
        unseen = never_seen(views, CARD.findall(str(setup)), log)
        for _ in range(4 if len(unseen) > 1 else 0):
            card, other = chance.sample(unseen, 2)
            try:
                outcome = what_it_does(game, strength, exchanged(setup, {card: other, other: card}), options, log, me)
            except (BadLog, BadSetup):
                continue
            compared += 1
            assert outcome == (views, choice), (number, card, other)
    assert compared > 10 if game != "solo" else not compared, "at Solo everybody has seen all cards (SOLO-6)"


BY_CODE = {code_of(card): card for card in PACK}


def cards_of(view: dict[str, Any]) -> list[int]:
    return codes(read_cards(" ".join(view["hands"]["S"]["cards"])))


def led_of(view: dict[str, Any]) -> list[int]:
    return codes(read_cards(" ".join(made["card"] for made in view["trick"]["cards"])))


def usual(view: dict[str, Any]) -> str:
    """Return the action that the fast form takes to be played."""
    masks, trump, led = masks_of(cards_of(view)), place_of(view["contract"]["strain"]), led_of(view)
    return f"p:{BY_CODE[follow(masks, led[0], trump) if led else lead(masks, trump)].text}"


def played_out(state, first: str) -> int:
    """Return the player's further tricks by the rules, after this card and then in the usual way."""
    before = BS.view(state, "S")["tricks"]["S"]
    state = BS.apply(state, "S", first)
    while BS.turn(state) is not None:
        state = BS.apply(state, "S", usual(BS.view(state, "S")))
    return int(BS.view(state, "S")["tricks"]["S"]) - before


def in_play(number: int) -> list[Any]:
    states = [state for state, _ in random_states(number, **options_of("bridge_solitaire", number))]
    return [state for state in states if state.phase == "play"]


@pytest.mark.parametrize("number", range(1, sample(12, 120)))
def test_bs_8_bs_11_the_fast_form_takes_the_tricks_that_the_rules_give(number):
    for state in in_play(number):
        view, order = BS.view(state, "S"), codes(state.stock)
        to_stock = state.table.options["jokers_left"] == "stock"
        strain, leads = view["contract"]["strain"], bool(led_of(view))
        hand = read_cards(" ".join(view["hands"]["S"]["cards"]))
        ending = StockEnding.of(hand, strain, stock_leads=leads, jokers_to_stock=to_stock)
        for action in (each for each in view["legal"] if each.startswith("p:")):
            card = code_of(read_cards(action[2:])[0])
            assert ending.tricks(led_of(view) + order, card) == played_out(state, action), (number, action)
        assert ending.tricks(led_of(view) + order, NO_CARD) == played_out(state, usual(view)), number


def test_the_usual_way_of_playing_is_that_of_the_games_own_robot():
    for number in range(1, sample(12, 120)):
        for state in in_play(number):
            view, among = BS.view(state, "S"), list[str]()
            choice = choose(view, lambda equal, among=among: among.extend(equal) or equal[0])
            assert usual(view) in {choice, *(f"p:{card}" for card in among)}, number


@pytest.mark.parametrize(
    ("hand", "strain", "to_stock", "order", "led", "tricks"),
    [
        ("S3 S2 H4 JR", "C", True, "HA", "H4", 2),  # BS-11: a short stock leaves the cards in hand as tricks
        ("S3 S2 H4 JR", "C", False, "HA", "H4", 3),
        ("S2 H2", "N", True, "C2 C3 C4 C5 SA HA D5 D6", "S2", 1),  # BS-8: four are turned, the ace is the fifth
    ],
)
def test_bs_8_bs_11_a_short_stock_and_one_that_turns_four_cards_and_no_more(hand, strain, to_stock, order, led, tricks):
    ending = StockEnding.of(read_cards(hand), strain, jokers_to_stock=to_stock)
    assert ending.tricks(codes(read_cards(order)), code_of(read_cards(led)[0])) == tricks
    assert len(BY_CODE) == len(PACK)


# Solo, where all cards are known


def before_the_lead(number: int) -> tuple[Any, list[dict[str, Any]], Position]:
    """Return a deal bid to the one level in some strain, everything shown to North's seat, and the position."""
    strain = "CDHSN"[number % 5]
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    setup = SOLO.deal("claims", header, OPTIONS)
    state = SOLO.start(setup, OPTIONS)
    views = [SOLO.view(state, "N")]
    for call in (f"c:1{strain}", "c:P", "c:P"):
        state = SOLO.apply(state, str(SOLO.turn(state)), call)
        views.append(SOLO.view(state, "N"))
    hands = [parse_cards(setup["hands"][seat]) for seat in SEATS]
    return state, views, Position.of(hands, strain, views[-1]["trick"]["leader"])


def answer_to(takes: int, state, views: list[dict[str, Any]], strength: str) -> str | None:
    after_claim = SOLO.apply(state, "S", f"claim:{takes}")
    return action_of([*views, SOLO.view(after_claim, "N")], strength, OPTIONS, "a secret", Random(1).choice)


@compiled_solver
@pytest.mark.parametrize("strength", STRENGTHS)
def test_solo_21_every_strength_answers_a_claim_before_the_lead_by_the_exact_value(strength):
    false = 0
    for number in range(1, sample(6, 60) + 1):
        state, views, at = before_the_lead(number)
        south = engine().value(at)
        aces = sum(card.rank == "A" for seat in (0, 3) for card in at.hands[seat])
        false += 13 - aces > south
        for takes in {0, 13 - aces, south, min(13, south + 1)}:
            assert answer_to(takes, state, views, strength) == ("accept" if takes <= south else "refuse")
    assert false > 2


@pytest.mark.parametrize("strength", STRENGTHS)
def test_solo_21_a_claim_that_is_not_proved_in_time_is_refused(strength, monkeypatch):
    without_compiler(monkeypatch)
    for number in range(1, 4):
        state, views, _ = before_the_lead(number)
        answers = [answer_to(takes, state, views, strength) for takes in (0, 1, 9, 13)]
        assert answers == ["accept", "refuse", "refuse", "refuse"]
