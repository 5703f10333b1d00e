"""The words of the booklet. They are made of a clause's data alone; no other module puts a clause into words."""

from collections.abc import Callable, Sequence
from typing import Any

from clubsite.analysis.selectors.solutions import Solution
from clubsite.booklet import clauses as told
from clubsite.booklet.clauses import BookletSentence, TurnsAlike
from games.cards import CARD_BY_TEXT
from games.end_dummies import DUMMIES
from games.seats import Seat
from games.wording import (
    call_name,
    card_label,
    card_name,
    contract_name,
    counted,
    listed,
    number_name,
    rank_name,
    score_text,
    seat_name,
    signed,
)
from scoring.contracts import PASSED_OUT
from solver.auction import BOOK

CARDS_IN_TRICK = 4
MAX_WAYS_NAMED = 4
MAX_PAR_CONTRACTS = 4


def sentence_text(sentence: BookletSentence) -> str:
    """Return a sentence in words, with its full stop."""
    text = "".join(_WORDS[type(clause)](clause) for clause in sentence.clauses)
    return f"{text[0].upper()}{text[1:]}."


# Results


def _par(clause: told.BoardPar) -> str:
    if clause.contracts == ((PASSED_OUT, ""),):
        return "par is 0: with best calls the board is passed out"
    if len(clause.contracts) > MAX_PAR_CONTRACTS:
        return f"par is {_score(clause.points)}"
    return (
        f"par is {_score(clause.points)}, for {Solution({}, clause.points, list(clause.contracts), []).contract_words}"
    )


def _par_scored(clause: told.ParScored) -> str:
    if clause.of == 1:
        return "; the only table scored it" if clause.count else "; the only table did not score it"
    return f"; {_some(clause.count, clause.of)} scored it"


def _usual(clause: told.UsualContract) -> str:
    names = [contract_name(bid, declarer) for bid, declarer in clause.contracts]
    if clause.of == 1:
        return f"the only table {_played(names[0])}"
    if len(names) > 1:
        text = f"the usual contracts were {listed(names, 'and')}, each at {number_name(clause.count)} of the "
        return f"{text}{counted_word(clause.of, 'table')}{_doubled(clause)}"
    if clause.count == clause.of:
        return f"{_every(clause.of)} {_played(names[0])}{_doubled(clause)}"
    if names == [contract_name(PASSED_OUT)]:
        return f"the board was passed out at {number_name(clause.count)} of the {counted_word(clause.of, 'table')}"
    place = f"at {number_name(clause.count)} of the {counted_word(clause.of, 'table')}"
    return f"the usual contract was {names[0]}, {place}{_doubled(clause)}"


def _played(name: str) -> str:
    return "passed the board out" if name == contract_name(PASSED_OUT) else f"played {name}"


def _doubled(clause: told.UsualContract) -> str:
    if not clause.doubled:
        return ""
    tables = clause.count * len(clause.contracts)
    if clause.doubled == tables:
        return ", always doubled"
    of_these = f" of these {number_name(tables)}" if len(clause.contracts) > 1 else ""
    return f", doubled at {number_name(clause.doubled)}{of_these}"


def _many(clause: told.ManyContracts) -> str:
    return f"the {counted_word(clause.of, 'table')} played {number_name(clause.different)} different contracts"


def _value(clause: told.ContractValue) -> str:
    over = clause.tricks - int(clause.bid[0]) - BOOK
    if over < 0:
        return f"; with best play it goes {number_name(-over)} down"
    extra = "an overtrick" if over == 1 else counted_word(over, "overtrick")
    return f"; with best play it makes{f' with {extra}' if over else ''}"


def _made(clause: told.ContractMade) -> str:
    if clause.of == 1:
        return ", and it was made" if clause.made else ", and it went down"
    if clause.made == clause.of:
        return f", and {_every(clause.of)} made it"
    if not clause.made:
        return ", and nobody made it"
    return f", and {number_name(clause.made)} of the {number_name(clause.of)} made it"


def _leads(clause: told.BeatingLeads) -> str:
    leads = listed([card_name(lead) for lead in clause.leads], "or")
    text = f"only the lead of {leads} beats {contract_name(clause.bid, clause.declarer)}"
    if not clause.known:
        return text
    if clause.known == 1:
        return f"{text}; it was {'' if clause.found else 'not '}led at the one table whose lead is known"
    return f"{text}; {_some(clause.found, clause.known)} whose lead is known found it"


def _unbid(clause: told.UnbidContract) -> str:
    contract, who = contract_name(clause.bid, clause.declarer), seat_name(clause.declarer)
    text = f"nobody {'bid' if clause.never_called else 'played'} {contract}, which makes and scores {clause.points}"
    most = f"{number_name(clause.better_than)} of the {counted_word(clause.of, 'table')}"
    return f"{text}: more than {who} had at {'any table' if clause.better_than == clause.of else most}"


def _range(clause: told.ScoreRange) -> str:
    if clause.best == clause.worst:
        return f"{_every(clause.of)} scored {_score(clause.best)}"
    text = f"scores for South ran from {signed(clause.best)} to {signed(clause.worst)}"
    if clause.usual is None:
        return text
    return f"{text}; the most frequent was {signed(clause.usual)}, at {counted_word(clause.count, 'table')}"


# Auctions


def _differ(clause: told.AuctionsDiffer) -> str:
    ways = [f"{call_name(call)} at {number_name(count)}" for call, count in clause.ways]
    if len(ways) > MAX_WAYS_NAMED:
        others = sum(count for _, count in clause.ways[MAX_WAYS_NAMED - 1 :])
        ways[MAX_WAYS_NAMED - 1 :] = [f"other calls at {number_name(others)}"]
    differed = f"began with {_calls(clause.calls)} and then differed" if clause.calls else "differed in the first call"
    return f"the {number_name(clause.of)} recorded tables {differed}: {listed(ways, 'and')}"


def _dearest(clause: told.DearestCall) -> str:
    who = seat_name(clause.player)
    after = f" after {_calls(clause.before)}" if clause.before else ", the first call,"
    dearest = "the most expensive call" if clause.alone else "one of the most expensive calls"
    text = f"{dearest} was {who}’s {call_name(clause.call)}{after} at "
    if clause.count == clause.of:
        place = _every(clause.of, "recorded ")
    else:
        place = f"{number_name(clause.count)} of the {number_name(clause.of)} recorded tables"
    return f"{text}{place}: it cost {counted(clause.points, 'point')}"


def _better_calls(clause: told.BetterCalls) -> str:
    calls = listed([call_name(call) for call in clause.calls], "or")
    return f", and {'only ' if len(clause.calls) == 1 else ''}{calls} would have cost nothing"


def _calls(calls: Sequence[str]) -> str:
    return ", ".join(map(call_name, calls))


# Cards


def _turning(clause: told.TurningCard) -> str:
    contract, count = contract_name(clause.bid, clause.declarer), len(clause.turns)
    went = "made it" if clause.made else "went down"
    recorded = "recorded " if clause.recorded < clause.wrong else ""
    of = f"{number_name(clause.recorded)} {recorded}tables that {went}"
    if clause.recorded == 1:
        return f"in {contract} the one {recorded}table that {went} {_lost(clause, 1)} {_turn(clause)}"
    if clause.alike is TurnsAlike.FIRST:
        some = f"the {of}" if clause.turned == clause.recorded else f"{number_name(clause.turned)} of the {of}"
        return f"in {contract} {some} {_lost(clause, 2)} different cards, one of them {_turn(clause)}"
    every = f"{_every(clause.recorded, recorded)} that {went}"
    some = f"{number_name(count)} of the {of}" if count < clause.recorded else every
    return f"in {contract} {some} {_lost(clause, count)} {_turn(clause)}"


def _lost(clause: told.TurningCard, tables: int) -> str:
    if not clause.made:
        return "lost it with"
    return "was given it by" if tables == 1 else "were given it by"


def _turn(clause: told.TurningCard) -> str:
    cards = _played_card(clause.seat, clause.cards)
    tricks = sorted({place // CARDS_IN_TRICK + 1 for _, place in clause.turns})
    if len(tricks) == 1:
        same = ", in the same position" if clause.alike is TurnsAlike.POSITION and len(clause.turns) > 1 else ""
        return f"{cards} at trick {tricks[0]}{same}"
    return f"{cards} at tricks {listed(list(map(str, tricks)), 'and')}"


def _holding(clause: told.HoldingCards) -> str:
    done = "beaten" if clause.made else "made"
    cards = listed([card_name(card) for card in clause.cards], "or")
    only = "only " if clause.of > len(clause.cards) else ""
    return f"; {only}{cards} would have {done} it"


def _best_line(clause: told.BestLine) -> str:
    done = "beats" if clause.made else "makes"
    return f". A line from there that {done} it: {_tricks(clause)}"


def _tricks(clause: told.BestLine) -> str:
    """Return the cards, with a semicolon after each trick. A rank alone means a card of the suit named before it."""
    before = clause.place[1]
    first = CARDS_IN_TRICK - before % CARDS_IN_TRICK
    cards = [text for _, text in clause.cards]
    runs = [cards[:first], *(cards[at : at + CARDS_IN_TRICK] for at in range(first, len(cards), CARDS_IN_TRICK))]
    return "; ".join(_run(run) for run in runs if run)


def _run(cards: Sequence[str]) -> str:
    words, suit = [], ""
    for text in cards:
        words.append(card_label(text) if text[0] != suit else rank_name(CARD_BY_TEXT[text].rank))
        suit = text[0]
    return f"{'the ' if words else ''}{', '.join(words)}"


def _best_play(clause: told.BestPlay) -> str:
    return f"of the plays that are not obvious, {'the' if clause.alone else 'one of the'} best was {made_text(clause)}"


def made_text(clause: told.BestPlay) -> str:
    """Return where, by whom and how the play was made, for use after `was`."""
    by = f" by {clause.name}" if clause.name else ""
    at = f" at {clause.club}" if clause.club else ""
    trick = clause.place[1] // CARDS_IN_TRICK + 1
    side = "in" if clause.player == clause.declarer else "against"
    contract = f"{side} {contract_name(clause.contract, clause.declarer)}"
    of = number_name(clause.of)
    held = f"the only one of {of} cards" if clause.holding == 1 else f"one of two cards, out of {of},"
    card = _played_card(clause.seat, [clause.card])
    return (
        f"made{at}{by}: {contract}, at trick {trick}, {card} was {held} that cost nothing, "
        f"and any other would have cost {counted(clause.points, 'point')} or more"
    )


def _played_card(seat: str, cards: Sequence[str]) -> str:
    """Return `South’s jack of hearts` or `the jack of hearts from the East dummy`."""
    if Seat(seat) in DUMMIES:
        return f"{listed([card_name(card) for card in cards], 'or')} from the {seat_name(seat)} dummy"
    return f"{seat_name(seat)}’s {listed([card_label(card) for card in cards], 'or')}"


# Words


def counted_word(number: int, noun: str) -> str:
    """Return a number as a word, with its noun: `one table`, `five tables`."""
    return f"{number_name(number)} {noun}{'' if number == 1 else 's'}"


def _score(points: int) -> str:
    return score_text(points) if points else "0"


def _some(count: int, of: int) -> str:
    """Return `none of the 16 tables`, `all 16 tables` or `five of the 16 tables`."""
    if count == of:
        return _every(of)
    return f"{number_name(count) if count else 'none'} of the {counted_word(of, 'table')}"


def _every(tables: int, kind: str = "") -> str:
    """Return `the only table`, `both tables` or `all five tables`, with `kind` before the noun."""
    return {1: f"the only {kind}table", 2: f"both {kind}tables"}.get(tables, f"all {number_name(tables)} {kind}tables")


_WORDS: dict[type, Callable[[Any], str]] = {
    told.BoardPar: _par,
    told.ParScored: _par_scored,
    told.AuctionsDiffer: _differ,
    told.UsualContract: _usual,
    told.ManyContracts: _many,
    told.ContractValue: _value,
    told.ContractMade: _made,
    told.BeatingLeads: _leads,
    told.TurningCard: _turning,
    told.HoldingCards: _holding,
    told.BestLine: _best_line,
    told.DearestCall: _dearest,
    told.BetterCalls: _better_calls,
    told.BestPlay: _best_play,
    told.UnbidContract: _unbid,
    told.ScoreRange: _range,
}
