"""An event over many clubs: one field, Neuberg to its size, fouled boards, strata, and the tree of fields."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from scoring.board import BoardMP
from scoring.errors import ScoreError
from scoring.event import (
    EventEntry,
    EventFacts,
    EventFieldLine,
    EventRankingList,
    EventScores,
    board_frequencies,
    score_event,
)
from scoring.field_tree import Branch, field_tree
from scoring.masterpoints import SCHEMES, event_winner, masterpoints
from scoring.session_scores import Outcome, PlayedLine, SectionFacts, SessionFacts, score_session
from scoring.settings import ORDINARY, ScoringSettings
from tests.scoring.sessions import any_settings

RULINGS = ("A6040", "A5050", "A6060", "60% 620, 40% -100", "620 / -100", "A60/40", "620 / A40")
PLAYED = [Outcome("played", score) for score in (-100, -50, 110, 140, 170, 420, 620)]
RULED = [Outcome("artificial" if text.startswith("A") else "assigned", None, text) for text in RULINGS]
OTHERS = [Outcome("passed_out"), Outcome("not_played"), Outcome("late"), Outcome("sit_out")]
FOULED = [Outcome("fouled", 110), Outcome("played", 140, "", "fouled"), Outcome("played", -50, "", "other")]


LINES = (("NS", "S"), ("EW", "N"))


@dataclass(frozen=True)
class Heat:
    """A club's Mitchell in a test: its outcomes by board, one for each table."""

    name: str
    boards: Sequence[Sequence[Outcome | None]]
    kind: str = "two_handed"

    def entries(self) -> list[EventEntry]:
        seats = [(line, f"{self.name} {seat}{n}") for line, seat in LINES for n in range(len(self.boards[0]))]
        return [EventEntry(key, self.name, self.kind, line) for line, key in seats]

    def lines(self) -> list[EventFieldLine]:
        name, tables = self.name, len(self.boards[0])
        return [
            EventFieldLine((name, board, n), name, board, f"{name} S{n}", f"{name} N{(n + board) % tables}", outcome)
            for board, outcomes in enumerate(self.boards, start=1)
            for n, outcome in enumerate(outcomes)
        ]


def event(
    heats: Sequence[Heat], settings: ScoringSettings = ORDINARY, winners: int = 2, minimum: int = 0
) -> EventFacts:
    entries = [entry for heat in heats for entry in heat.entries()]
    lines = [line for heat in heats for line in heat.lines()]
    return EventFacts(entries, lines, settings, winners, minimum)


def played(*scores: int | None) -> list[Outcome | None]:
    return [None if score is None else Outcome("played", score) for score in scores]


def with_entry(facts: EventFacts, key: str, **changes: object) -> EventFacts:
    changed = [replace(row, **changes) if row.key == key else row for row in facts.entries]  # type: ignore[arg-type]
    return replace(facts, entries=changed)


def places(scores: EventScores, which: int = 0) -> list[tuple[object, str]]:
    return [(row.entry, row.place) for row in scores.rankings[which].rows]


def percent(points: BoardMP) -> float:
    assert points.ns is not None
    return float(100 * points.ns / points.top)


@st.composite
def heats(draw: st.DrawFn, outcomes: Sequence[Outcome] = (*PLAYED, *RULED, *OTHERS, *FOULED)) -> list[Heat]:
    """Draw one to four heats that play the same boards at two to four tables each."""
    boards = draw(st.integers(1, 4))
    outcome = st.sampled_from(outcomes)
    return [
        Heat(name, [draw(st.lists(outcome, min_size=tables, max_size=tables)) for _ in range(boards)])
        for name in "ABCD"[: draw(st.integers(1, 4))]
        for tables in [draw(st.integers(2, 4))]
    ]


def whatever_the_order(rankings: Sequence[EventRankingList]) -> list[object]:
    return [
        (ranking.kind, ranking.line, ranking.stratum, set(ranking.rows), [row.place for row in ranking.rows])
        for ranking in rankings
    ]


@examples(max_examples=60)
@given(heats(PLAYED))
def test_every_line_of_a_board_without_rulings_shares_out_one_top(drawn):
    facts = event(drawn)
    scores = score_event(facts)
    top = 2 * (sum(len(heat.boards[0]) for heat in drawn) - 1)
    for board in {line.board for line in facts.lines}:
        points = [scores.points[line.key] for line in facts.lines if line.board == board]
        assert sum((mp.ns or 0) + (mp.ew or 0) for mp in points) == len(points) * top
        assert {mp.top for mp in points} == {top}
        assert sum(mp.ns or 0 for mp in points) == Fraction(len(points) * top, 2)


@examples(max_examples=60)
@given(heats(), any_settings, st.data())
def test_the_order_of_the_heats_and_lines_changes_nothing(drawn, settings, data):
    facts = event(drawn, settings)
    other = event(data.draw(st.permutations(drawn)), settings)
    other = replace(other, lines=data.draw(st.permutations(other.lines)))
    scores, again = score_event(facts), score_event(other)
    assert scores.points == again.points
    assert whatever_the_order(scores.rankings) == whatever_the_order(again.rankings)


@examples(max_examples=60)
@given(heats(), any_settings, st.sampled_from((1, 2)))
def test_one_heat_alone_is_scored_as_its_session(drawn, settings, winners):
    heat, settings = drawn[0], replace(settings, strata=("A", "B"))
    facts = with_entry(event([heat], settings, winners), "A S1", stratum="B")
    scores = score_event(facts)
    session = score_session(session_of(heat, settings, winners))
    assert scores.points == session.points
    everybody = [ranking for ranking in session.rankings if not ranking.stratum]
    rankings = [ranking for ranking in scores.rankings if not ranking.stratum]
    assert [
        (ranking.line, [(row.entry, row.place, row.won, row.possible) for row in ranking.rows]) for ranking in rankings
    ] == [
        (ranking.line, [(row.contestant, row.place_text, row.won, row.possible) for row in ranking.rows])
        for ranking in everybody
    ]


def session_of(heat: Heat, settings: ScoringSettings, winners: int) -> SessionFacts:
    lines = [PlayedLine(line.key, line.board, "A", line.south, line.north, line.outcome) for line in heat.lines()]
    entries = heat.entries()
    south = frozenset(entry.key for entry in entries if entry.line == "NS")
    section = SectionFacts("A", heat.kind, [entry.key for entry in entries], winners, south)
    return SessionFacts([section], lines, {line.board: "the set" for line in lines}, settings)


@pytest.mark.parametrize(("results", "worth"), [(3, 83.4), (9, 94.5), (20, 97.6)])
def test_a_top_among_few_results_is_worth_less_in_a_large_field(results, worth):
    """Neuberg's formula m' = (N/n)(m + 1) - 1 in a field of 450 results."""
    tables, few = 450, [Outcome("played", 10 * n) for n in range(results)]
    full = [Outcome("played", 10 * (n % 40)) for n in range(tables)]
    facts = event([Heat("A", [full, [*few, *[Outcome("not_played")] * (tables - results)]])])
    top = score_event(facts).points["A", 2, results - 1]
    assert top.top == 898
    assert top.ns == Fraction(450, results) * (2 * (results - 1) + 1) - 1
    assert round(percent(top), 1) == worth


@pytest.mark.parametrize(
    ("fewer_results", "won", "top"), [("neuberg", "17/3", 6), ("factoring", "6", 6), ("own_top", "4", 4)]
)
def test_a_board_with_fewer_results_is_scored_as_the_settings_say(fewer_results, won, top):
    heats = [Heat("A", [played(50, 0, -50), played(50, 0, None)]), Heat("B", [played(0), played(-50)])]
    scores = score_event(event(heats, ScoringSettings(fewer_results=fewer_results)))
    assert scores.points["A", 1, 0] == BoardMP(Fraction(6), Fraction(0), 6)
    assert scores.points["A", 2, 0] == BoardMP(Fraction(won), top - Fraction(won), top)


def test_a_fouled_board_of_a_heat_is_a_group_of_its_own():
    """Two clubs that fouled board 1 played different cards, even if both call the group by the same name."""
    fouled = [Outcome("fouled", 110), Outcome("fouled", 100)]
    facts = event([Heat("A", [fouled]), Heat("B", [fouled[::-1]]), Heat("C", [played(620, 600)])])
    scores = score_event(facts)
    # Two results in a field of six: a top of 2 is worth 3 * (2 + 1) - 1 = 8 of 10, and a bottom 3 * (0 + 1) - 1 = 2.
    worth = {key: points.ns for key, points in scores.points.items()}
    assert worth == {
        ("A", 1, 0): 8, ("A", 1, 1): 2, ("B", 1, 0): 2, ("B", 1, 1): 8, ("C", 1, 0): 8, ("C", 1, 1): 2,
    }  # fmt: skip
    frequencies = board_frequencies(facts.lines, scores.points)
    assert {(frequency.outcome.ns_score, frequency.heat, frequency.times) for frequency in frequencies} == {
        (110, "A", 1), (100, "A", 1), (110, "B", 1), (100, "B", 1), (620, None, 1), (600, None, 1),
    }  # fmt: skip


def test_a_group_is_that_of_lines_whose_director_only_wrote_fouled():
    fouled, grouped = Outcome("fouled", 110), Outcome("played", 100, "", "fouled")
    scores = score_event(event([Heat("A", [[fouled, grouped]]), Heat("B", [[grouped, None]])]))
    assert percent(scores.points["A", 1, 0]) > percent(scores.points["A", 1, 1])
    assert scores.points["B", 1, 0].ns == Fraction(3)  # alone in its group: half of the top


def test_artificial_scores_are_of_the_events_top_and_follow_law_12c2_over_its_boards():
    plus = Outcome("artificial", None, "A6050")
    boards = [[plus, *played(0)], played(100, 0), played(100, 0)]
    scores = score_event(event([Heat("A", boards), Heat("B", [played(0, 0)] * 3)]))
    assert scores.points["A", 1, 0] == BoardMP(Fraction(18, 5), Fraction(3), 6)
    # "A S0" has the whole top of 6 on the other two boards, and so on the first one.
    best = scores.rankings[0].rows[0]
    assert (best.entry, best.place, best.won, best.possible, best.boards) == ("A S0", "1", 18, 18, 3)
    assert best.percentage == 100


def test_contestants_with_fewer_boards_than_the_minimum_are_listed_without_a_place():
    out = Outcome("not_played")
    heats = [Heat("A", [played(100, 200), [*played(100), out]]), Heat("B", [[*played(50), out], [*played(50), out]])]
    scores = score_event(event(heats, minimum=2))
    assert places(scores) == [("A S0", "1"), ("B S0", "2"), ("A S1", ""), ("B S1", "")]
    assert places(score_event(event(heats))) == [("A S1", "1"), ("A S0", "2"), ("B S0", "3"), ("B S1", "")]
    unranked = scores.rankings[0].rows[2]  # the percentage is of the boards that a contestant played
    # A top among three results in a field of four is worth 17/3 of 6.
    assert (unranked.percentage, unranked.boards) == (Fraction(1700, 18), 1)


def test_a_second_play_counts_in_the_field_but_has_no_place_and_equals_share_theirs():
    facts = event([Heat("A", [played(100, 50)]), Heat("B", [played(200, 0)])])
    before, after = score_event(facts), score_event(with_entry(facts, "B S0", ranked=False))
    assert before.points == after.points
    assert places(before) == [("B S0", "1"), ("A S0", "2"), ("A S1", "3"), ("B S1", "4")]
    assert places(after) == [("A S0", "1"), ("A S1", "2"), ("B S1", "3"), ("B S0", "")]
    assert places(before, 1) == places(after, 1)
    equal = score_event(event([Heat("A", [played(100, 50)]), Heat("B", [played(100, 0)])]))
    assert places(equal) == [("A S0", "1="), ("B S0", "1="), ("A S1", "3"), ("B S1", "4")]


@pytest.mark.parametrize(
    ("strata_rank", "lower", "higher"), [("upwards", ["B S0"], ["A S0", "A S1", "B S0", "B S1"]),
                                          ("apart", ["B S0"], ["A S0", "A S1", "B S1"])]
)  # fmt: skip
def test_each_stratum_has_a_list_beside_the_list_of_everybody(strata_rank, lower, higher):
    settings = ScoringSettings(strata=("A", "B"), strata_rank=strata_rank)
    facts = event([Heat("A", [played(100, 50)]), Heat("B", [played(40, 0)])], settings)
    scores = score_event(with_entry(facts, "B S0", stratum="B"))
    entries = {(ranking.line, ranking.stratum): [row.entry for row in ranking.rows] for ranking in scores.rankings}
    assert list(entries) == [(line, stratum) for line in ("NS", "EW") for stratum in ("", "A", "B")]
    assert entries["NS", ""] == ["A S0", "A S1", "B S0", "B S1"]
    assert (entries["NS", "A"], entries["NS", "B"], entries["EW", "B"]) == (higher, lower, [])


def test_there_is_one_list_with_one_winner_or_if_anybody_plays_in_both_columns():
    facts = event([Heat("A", [played(100, 50)]), Heat("B", [played(40, 0)])])
    assert [ranking.line for ranking in score_event(facts).rankings] == ["NS", "EW"]
    for one_list in (replace(facts, winners=1), with_entry(facts, "A S0", line="ALL")):
        (everybody,) = score_event(one_list).rankings
        assert everybody.line == "ALL"
        assert len(everybody.rows) == len(facts.entries)
    apart = ScoringSettings(field="section", sections="apart", winners=1, ties="split", carry_over=Fraction(1))
    assert score_event(replace(facts, settings=apart)) == score_event(facts), "settings that only a session has"


def test_two_handed_and_four_handed_tables_are_not_compared():
    scores = score_event(event([Heat("A", [played(100, 0)]), Heat("B", [played(600, 0)], "four_handed")]))
    assert scores.points["A", 1, 0] == scores.points["B", 1, 0] == BoardMP(Fraction(2), Fraction(0), 2)
    assert [(ranking.kind, ranking.line) for ranking in scores.rankings] == [
        ("two_handed", "NS"), ("two_handed", "EW"), ("four_handed", "NS"), ("four_handed", "EW"),
    ]  # fmt: skip


def test_the_frequencies_of_a_board_are_best_for_south_first():
    heats = [Heat("A", [[*played(50, 0), RULED[0], Outcome("not_played")]]), Heat("B", [played(0, -50, None)])]
    facts = event(heats)
    scores = score_event(facts)
    frequencies = board_frequencies(facts.lines, scores.points)
    assert [(frequency.outcome, frequency.times) for frequency in frequencies] == [
        (Outcome("played", 50), 1), (RULED[0], 1), (Outcome("played", 0), 2), (Outcome("played", -50), 1),
        (Outcome("not_played"), 1),
    ]  # fmt: skip
    assert frequencies[2].points == scores.points["A", 1, 1]


def test_without_lines_there_are_no_places_and_what_cannot_be_scored_is_refused():
    assert score_event(EventFacts([], [], ORDINARY, 2)) == EventScores({}, [])
    waiting = score_event(EventFacts(Heat("A", [played(0, 0)]).entries(), [], ORDINARY, 2))
    assert places(waiting) == [("A S0", ""), ("A S1", "")]
    ruled = event([Heat("A", [[Outcome("assigned", None, "nonsense"), *played(50)]])])
    with pytest.raises(ScoreError, match="is no score"):
        score_event(ruled)
    facts = event([Heat("A", [played(100, 0)])])
    for wrong in (with_entry(facts, "A S0", kind="four_handed"), replace(facts, entries=facts.entries[1:])):
        with pytest.raises(ScoreError, match="Board 1: A S0 and A N1 are not entries of the same kind"):
            score_event(wrong)


@pytest.mark.parametrize(("tables", "first"), [(0, 0), (1, 30), (2, 43), (25, 150), (26, 153), (450, 637), (900, 900)])
def test_an_events_winner_gets_150_times_the_root_of_a_twenty_fifth_of_the_tables(tables, first):
    assert event_winner(tables) == first
    scores = score_event(event([Heat("A", [played(90, 80, 80, 50)]), Heat("B", [played(40, 30, 20, 10, 0)])]))
    awards = masterpoints(SCHEMES["event"], scores.rankings[0].rows, 25, 2)
    assert [awards[entry] for entry in ("A S0", "A S1", "A S2", "A S3")] == [150, 75, 75, 0], "the top third"


STEPS = st.sampled_from(["c:P", "c:1H", "p:S7", "claim:S:3"])
PLAYS = st.dictionaries(st.integers(1, 99), st.lists(STEPS, max_size=8).map(tuple), min_size=1, max_size=12)


def paths(branch: Branch, before: tuple[str, ...] = ()) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield every play that ends in the branch, with all steps from the root to its end."""
    here = before + branch.steps
    for key in branch.ends:
        yield key, here
    for grown in branch.branches:
        yield from paths(grown, here)


@given(PLAYS)
def test_every_path_of_a_field_tree_is_a_play_and_it_parts_only_where_plays_differ(plays):
    tree = field_tree(plays)
    routes = list(paths(tree))
    assert dict(routes) == plays
    assert (len(routes), tree.start) == (len(plays), 0)
    for branch in tree.every():
        grown = [key for way in branch.branches for key in way.keys]
        assert sorted([*branch.ends, *grown]) == sorted(branch.keys)
        assert all(way.start == branch.end for way in branch.branches)
        firsts = [way.steps[0] for way in branch.branches]
        assert len(set(firsts)) == len(firsts)
        assert len(branch.branches) != 1 or branch.ends, "as late as it can"
        sizes = [len(way.keys) for way in branch.branches]
        assert sizes == sorted(sizes, reverse=True)


def test_a_run_that_all_took_is_one_branch_and_the_way_of_most_stands_first():
    plays = {1: ("c:1H", "c:P", "p:S7"), 2: ("c:1H", "c:P", "p:SA"), 3: ("c:1H", "c:P", "p:SA", "p:S2")}
    tree = field_tree(plays)
    assert tree.steps == ("c:1H", "c:P")
    most, other = tree.branches
    assert (most.steps, most.keys, most.ends, other.keys) == (("p:SA",), (2, 3), (2,), (1,))
    assert [way.steps for way in most.branches] == [("p:S2",)]
    with pytest.raises(ValueError, match="needs a play"):
        field_tree({})
