"""The Solo robot at a chosen strength: what it is given, that it always finishes, and where to choose the strength."""

import inspect
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubsite.analysis import robot_choice
from clubsite.analysis.services import robot_acts
from clubsite.home.models import HomeMatch
from clubsite.home.pages import match_page
from clubsite.home.services import robots as at_home
from clubsite.home.services.matches import match_again, match_end
from clubsite.home.services.robots import robot_play
from clubsite.play.models import SeatTicket
from games.boards import dealer_of, vulnerability_of
from games.calls import is_bid
from games.cards import parse_cards
from games.registry import rules_for
from games.robots import choose
from games.seats import SEATS
from solver import Position, engine, thread_engines
from solver.auction import SolvedAuction, opening, stand_after
from solver.compiled import Compiled
from solver.robots import choice
from solver.strengths import STRENGTHS
from solver.tables import ten_values
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import fix_the_lot, play_deal, ticket_of, waiting, without_compiler
from tests.long import sample
from tests.needs import compiled_solver

SOLO = rules_for("solo")
OPTIONS = {name: values[0] for name, values in SOLO.options.items()}


@pytest.fixture(autouse=True)
def _the_same_deals(monkeypatch):
    fix_the_lot(monkeypatch)


def against(strength: str, **more) -> tuple[HomeMatch, SeatTicket]:
    seat = waiting(against="robot", strength=strength, **more)
    return seat.match, ticket_of(seat)


def deal_played(number: int, strength: str) -> dict[str, Any]:
    """Play a deal between the robot (North) and the game's own robot, each from its seat's view. Return the outcome."""
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    state = SOLO.start(SOLO.deal("strengths", header, OPTIONS), OPTIONS)
    chance, views = Random(f"{strength} {number}").choice, []
    while SOLO.turn(state) is not None:
        views.append(SOLO.view(state, "N"))
        if SOLO.turn(state) == "N":
            action = robot_choice.action_of(views, strength, OPTIONS, f"{number}", chance)
            assert action in SOLO.legal(state, "N"), (number, action)
        else:
            action = choose(SOLO.view(state, "S"), chance)
        assert action is not None
        state = SOLO.apply(state, str(SOLO.turn(state)), action)
    outcome = SOLO.outcome(state)
    assert outcome is not None
    return outcome


BOTH_ENGINES = [pytest.param(True, marks=compiled_solver, id="compiled"), pytest.param(False, id="in Python")]


@pytest.mark.parametrize("compiled", BOTH_ENGINES)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_is_legal_to_the_end(strength, compiled, monkeypatch):
    if not compiled:
        without_compiler(monkeypatch)
    deals = sample(4 if compiled else 2, 40)
    outcomes = [deal_played(number, strength) for number in range(1, deals + 1)]
    assert any(outcome["contract"] != "PASS" for outcome in outcomes)


# Claims


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
    """Return the answer of the robot, as North, to South's claim of this many tricks."""
    asked = SOLO.apply(state, "S", f"claim:{takes}")
    return robot_choice.action_of([*views, SOLO.view(asked, "N")], strength, OPTIONS, "a secret", Random(1).choice)


@compiled_solver
@pytest.mark.parametrize("strength", STRENGTHS)
def test_solo_21_every_strength_answers_a_claim_before_the_lead_by_the_exact_value(strength):
    """The robot once accepted any claim of 13 tricks minus its own aces, whether the claim was true or not."""
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


def test_a_robot_that_fails_accepts_no_claim(monkeypatch):
    match, bo = against("club")
    seen = _first_card(match, bo)
    assert act(bo, f"claim:{seen['view']['claim_max']}").ok
    monkeypatch.setattr(at_home, "action_of", _never)
    monkeypatch.setattr(robot_acts, "Random", lambda _: SimpleNamespace(choice=lambda many: many[0]))
    robot_play(match_id=match.pk)
    view = look(bo)["view"]
    assert view["claim"] is None and view["outcome"] is None


# Auctions


def bid_by(number: int, strength: str, other: str) -> tuple[list[str], str]:
    """Return the calls of an auction, and the robot's seat (S and N by turns). The robot's opponent is another robot,
    or a player who always passes or doubles.
    """
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    state, me = SOLO.start(SOLO.deal("auctions", header, OPTIONS), OPTIONS), "SN"[number % 2]
    chance = Random(number).choice
    while (view := SOLO.view(state, str(SOLO.turn(state) or "D")))["phase"] == "auction":
        by_robot = view["me"] == me or other == "itself"
        call = robot_choice.action_of([view], strength, OPTIONS, f"{number}", chance) if by_robot else "c:P"
        if not by_robot and other == "a doubler" and "c:X" in view["legal"]:
            call = "c:X"
        state = SOLO.apply(state, view["me"], str(call))
    return [made["call"] for made in view["auction"]], me


def own_raises(calls: list[str], me: str, first: str) -> int:
    """Return the longest run of bids by `me` over their own bids, with no bid by the other player in between."""
    run, most = -1, 0
    for place, call in enumerate(calls):
        if is_bid(call):
            run = run + 1 if (first == me) == (place % 2 == 0) else -1
        most = max(most, run)
    return most


@pytest.mark.parametrize("other", ["itself", "a passer", "a doubler"])
@pytest.mark.parametrize("compiled", BOTH_ENGINES)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_robot_bids_as_a_person_does(strength, compiled, other, monkeypatch):
    """A robot does not keep raising its own bids, bid a failing grand slam for nothing, or bid endlessly."""
    if not compiled:
        without_compiler(monkeypatch)
    for number in range(1, sample(3, 60) + 1):
        calls, me = bid_by(number, strength, other)
        first = opening(dealer_of(number)).caller
        assert own_raises(calls, me, first) <= 3, calls
        assert len(calls) <= 12, calls
        assert not a_foolish_seven(number, calls), calls


def a_foolish_seven(number: int, calls: list[str]) -> bool:
    """True if the last bid is at the seven level, fails, and costs its bidder more than a pass would have."""
    bids = [place for place, call in enumerate(calls) if is_bid(call)]
    if not bids or calls[bids[-1]][0] != "7":
        return False
    header = {"board": number, "dealer": dealer_of(number), "vul": vulnerability_of(number)}
    setup = SOLO.deal("auctions", header, OPTIONS)
    exact = ten_values([parse_cards(setup["hands"][seat]) for seat in SEATS], engine())
    truth, end = (SolvedAuction(exact, robot_choice.scorer(header["vul"])), stand_after(header["dealer"], calls[:-1]))
    sign = 1 if end.bidder == "S" else -1
    before = stand_after(header["dealer"], calls[: bids[-1]])
    worth, passed = (sign * truth.left_at(stand, "P") for stand in (end, before))
    return worth < min(0, passed)


def counting(name: str):
    """Return a method that queries the compiled engine with the required node limit and adds its nodes to `asked`."""

    def ask(self, at, guess: int | None = None, nodes: int | None = None):
        assert nodes is not None, "a search without an end"
        before = self.nodes if self._loaded == (at.hands, at.strain) else 0
        try:
            return getattr(Compiled, name)(self, at, guess, nodes)
        finally:
            self.asked += self.nodes - before

    return ask


@compiled_solver
@pytest.mark.parametrize("strength", STRENGTHS)
def test_no_act_searches_beyond_its_budget(strength, monkeypatch):
    kind = type("Counted", (Compiled,), {"asked": 0, "value": counting("value"), "values": counting("values")})
    counted = kind()
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", 3000)
    monkeypatch.setattr(choice, "MAX_BID_NODES", 600)
    monkeypatch.setattr(thread_engines._of_thread, "engine", counted, raising=False)
    _forget_auctions()
    real, most = robot_choice.action_of, 0

    def counted_act(*terms):
        nonlocal most
        counted.asked = 0
        action = real(*terms)
        most = max(most, counted.asked)
        return action

    monkeypatch.setattr(robot_choice, "action_of", counted_act)
    for number in range(1, sample(3, 20) + 1):
        deal_played(number, strength)
    _forget_auctions()
    assert 0 < most <= 2 * 3000 + 3000 // choice.CLAIM_SHARE + 20


def _forget_auctions():
    choice._found.cache_clear()
    choice._auction.cache_clear()


def test_solo_6_the_robot_is_handed_the_terms_and_nothing_but_views():
    terms = ["views", "strength", "options", "secret", "chance"]
    assert list(inspect.signature(robot_choice.action_of).parameters) == terms


@pytest.mark.parametrize("strength", ["beginner", "club", "perfect"])
def test_solo_30_the_views_it_is_handed_are_those_that_its_seat_was_shown(strength, monkeypatch):
    """Every view given to the robot is its seat's view at that moment, as a person's socket would get it."""
    given = []
    real = robot_choice.action_of

    def spy(views, *rest):
        given.append(views)
        return real(views, *rest)

    monkeypatch.setattr(at_home, "action_of", spy)
    match, bo = against(strength)
    assert play_deal(match, bo)["table"]["state"] == "result"
    shown = robot_choice.views_of(match.room.plays.get(), "N")
    assert given and all(views == shown[: len(views)] for views in given)
    in_play = [view for views in given for view in views if view["phase"] == "play"]
    assert in_play and all(view["hands"]["S"]["cards"] is None for view in in_play)
    assert all(view["dealt"] is None and view["me"] == "N" for views in given for view in views)


def test_the_robot_is_named_by_its_strength_everywhere():
    match, bo = against("expert")
    assert look(bo)["table"]["opponent"]["name"] == "Robot, expert"
    page = match_page(match, match.seats.get(player="S"))
    assert "Robot, expert" in page["columns"]
    assert page["seating"] == "Robot, expert, sits North. You sit South."


def test_playing_again_keeps_the_strength_and_the_check():
    match, _ = against("improver", claims_checked=True)
    match_end(match=match)
    again = match_again(match=match)
    assert (again.strength, again.claims_checked) == ("improver", True)
    assert again.seats.get(player="N").name == "Robot, improver"


def test_without_a_strength_it_is_the_games_own_robot(monkeypatch):
    monkeypatch.setattr(choice, "_of_strength", _never)
    match, bo = against("")
    assert look(bo)["table"]["opponent"]["name"] == "Robot"
    play_deal(match, bo)


def _never(*_) -> str:
    raise AssertionError("the game's own robot was meant")


def test_a_claim_that_cannot_fail_is_accepted_and_one_too_many_is_not():
    match, bo = against("perfect")
    seen = _first_card(match, bo)
    assert act(bo, f"claim:{seen['view']['claim_max']}").ok
    robot_play(match_id=match.pk)
    view = look(bo)["view"]
    assert view["claim"] is None and view["outcome"] is None, "nobody takes all the tricks of this deal"


def _first_card(match: HomeMatch, bo: SeatTicket) -> dict[str, Any]:
    """Return the table's message at the moment when the first card is to be played."""
    for _ in range(20):
        robot_play(match_id=match.pk)
        seen = look(bo)
        if seen["view"]["phase"] == "play":
            return seen
        bid = "c:1N" if "c:1N" in seen["view"]["legal"] and not seen["view"]["auction"] else "c:P"
        assert act(bo, bid).ok
    raise AssertionError("the auction does not end")


# The pages


def test_the_new_table_asks_in_words_how_strong_the_robot_is(client):
    page = client.get("/play/new/solo/").text
    for words in ("First evening", "Beginner", "Improver", "Club player", "Tournament player", "Expert", "Perfect"):
        assert words in page
    assert _checked(page, "strength") == "club"
    assert _checked(client.get("/play/new/solo/?strength=beginner").text, "strength") == "beginner"
    assert _checked(client.get("/play/new/solo/?strength=nonsense").text, "strength") == "club"


def _checked(page: str, name: str) -> str:
    radios = [part for part in page.split("<input ")[1:] if f'name="{name}"' in part.split(">")[0]]
    chosen = [radio for radio in radios if "checked" in radio.split(">")[0]]
    assert len(chosen) == 1
    return chosen[0].split('value="')[1].split('"')[0]


def test_a_game_for_one_does_not_ask(client):
    page = client.get("/play/new/bridge_solitaire/").text
    assert "How strong" not in page and "by computer" not in page
    client.post("/play/now/bridge_solitaire/")
    assert HomeMatch.objects.get().strength == ""


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"against": "robot", "strength": "perfect", "checked": "yes"}, ("perfect", True)),
        ({"against": "robot"}, ("club", False)),
        ({"against": "friend", "strength": "expert", "checked": "yes"}, ("", True)),
    ],
)
def test_what_is_chosen_is_kept(client, sent, kept):
    assert client.post("/play/new/solo/", {"name": "Bo", **sent}).status_code == 302
    match = HomeMatch.objects.get()
    assert (match.strength, match.claims_checked) == kept


def test_the_lesson_goes_on_against_the_weakest_robot(client):
    assert "/play/new/solo/?strength=first" in client.get("/learn/solo/first-hand/").text


def test_the_terms_of_a_match_are_written_once():
    match, _ = against("club")
    for change in ({"strength": "beginner"}, {"claims_checked": True}, {"seed": "known"}):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            HomeMatch.objects.filter(pk=match.pk).update(**change)
