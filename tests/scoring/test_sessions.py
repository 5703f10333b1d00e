"""Session rankings: sections, penalties, carry-over, handicaps, strata and ties, and running totals that agree."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from scoring.board import BoardMP
from scoring.errors import ScoreError
from scoring.evening import Result, score_boards, score_evening, with_session_awards
from scoring.figures import number, read_figure
from scoring.handicap import Handicap, handicap_from_json, player_handicap
from scoring.lines import Line, Status, score_text
from scoring.masterpoints import scheme_from_json
from scoring.methods import score_lines
from scoring.ranking import PlacedStanding
from scoring.result import BoardResult
from scoring.session import EntryPenalty, Extras, session_rankings
from scoring.session_scores import Outcome, PlayedLine, SectionFacts, SessionFacts, score_session
from scoring.settings import ScoringSettings, SettingsError
from scoring.ties import split_tie
from tests.scoring.sessions import any_settings, ranked, result, sessions, travellers

ROWS = travellers(
    [
        (1, 1, 2, "100"), (1, 3, 4, "50"), (1, 5, 6, "0"), (2, 1, 4, "100"), (2, 3, 6, "100"), (2, 5, 2, "0"),
    ]
)  # fmt: skip
ORDINARY = ScoringSettings()


def figures(placed: list[PlacedStanding]) -> list[tuple[object, int | float, str]]:
    return [(row.entry, number(row.percentage, 2), row.place) for row in placed]


def ranking(
    settings: ScoringSettings, extras: Extras, winners: int = 1, which: int = 0
) -> list[tuple[object, int | float, str]]:
    return figures(session_rankings(score_evening(ROWS, settings), winners, settings, extras)[which].rows)


def test_a_session_without_extras_is_ranked_as_an_evening():
    scored = score_evening(ROWS)
    for winners in (1, 2):
        rankings = session_rankings(scored, winners)
        assert [r.rows for r in rankings] == ranked(scored, winners)
    assert [(r.section, r.line, r.stratum, r.handicap) for r in rankings] == [
        (None, "NS", "", False),
        (None, "EW", "", False),
    ]


@pytest.mark.parametrize(
    ("unit", "amount", "left"),
    [("points", "1", "75"), ("top", "25", "75"), ("percent", "10", "77.5"), ("points", "-1/2", "100")],
)
def test_a_penalty_is_in_match_points_or_in_percent_of_a_board_or_of_the_session(unit, amount, left):
    # Pair 1 has 7 of 8 match points; a top is 4.
    extras = Extras(penalties=[EntryPenalty(1, Fraction(amount), unit)])
    percentages = {entry: percentage for entry, percentage, _ in ranking(ORDINARY, extras)}
    expected = {"points": Fraction(7 - Fraction(amount), 8), "top": Fraction(6, 8), "percent": Fraction(775, 1000)}
    assert percentages[1] == number(expected[unit] * 100, 2)
    with pytest.raises(ScoreError, match="unit of a penalty"):
        ranking(ORDINARY, Extras(penalties=[EntryPenalty(1, Fraction(1), "tops")]))


def test_carry_over_weighs_the_earlier_percentage_as_a_session_and_adds_earlier_imps():
    plain = {entry: p for entry, p, _ in ranking(ORDINARY, Extras())}
    settings = ScoringSettings(carry_over=Fraction(1, 2))
    percentages = {entry: p for entry, p, _ in ranking(settings, Extras(earlier={1: Fraction(50)}))}
    assert percentages[1] == number(Fraction(Fraction("87.5") + 25, Fraction(3, 2)), 2)
    assert percentages[3] == plain[3]
    imps = replace(settings, method="cross_imps")
    scored = score_evening(ROWS, imps)
    won, before = (
        {p.entry: p.won for p in session_rankings(scored, 1, imps, extras)[0].rows}
        for extras in (Extras(earlier={1: Fraction(10)}), Extras())
    )
    assert won[1] == before[1] + 5


def test_places_by_imp_totals_differ_when_they_are_not_factored():
    rows = travellers([(1, 1, 3, "90"), (1, 2, 4, "0"), (2, 1, 4, "0"), (2, 2, 3, "0")])
    rows += travellers([(3, 5, 6, "50"), (3, 7, 8, "0")])
    factored, raw = (ScoringSettings(method="cross_imps", sit_outs=name) for name in ("factored", "raw"))

    def places(settings):
        return {p.entry: p.place for p in session_rankings(score_evening(rows, settings), 1, settings)[0].rows}

    # 1 has 3 IMPs of two boards; 5 and 8 have 2 of one, which is 4 of two.
    assert (places(factored)[1], places(factored)[5]) == ("3=", "1=")
    assert (places(raw)[1], places(raw)[5]) == ("1=", "3=")


def test_several_sections_are_compared_across_the_field_and_ranked_apart_or_together():
    rows = [result(1, "a1", "a2", "100", "A"), result(1, "b1", "b2", "50", "B"), result(1, "b3", "b4", "0", "B")]
    scored = score_evening(rows)
    apart = session_rankings(scored, 2)
    lists = [(r.section, figures(r.rows)) for r in apart if r.line == "NS"]
    assert lists == [("A", [("a1", 100, "1")]), ("B", [("b1", 50, "1"), ("b3", 0, "2")])]
    (together, _) = session_rankings(scored, 2, ScoringSettings(sections="together"))
    assert figures(together.rows) == [("a1", 100, "1"), ("b1", 50, "2"), ("b3", 0, "3")]
    within = score_evening(rows, ScoringSettings(field="section"))
    assert [row.points.top for row in within] == [0, 2, 2]
    assert [row.points.ns for row in within] == [0, 2, 0]


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        ({}, "3"), ({"sessions": 2}, "-5"), ({"sessions": 2, "factor": "1/2"}, "-5/2"),
        ({"sessions": 2, "floor": -3}, "-3"), ({"cap": 2}, "2"), ({"base": 55}, "8"), ({"minimum": 6}, None),
        ({"sessions": 2, "minimum": 6}, None),
    ],
)  # fmt: skip
def test_a_clubs_own_handicap(scheme, expected):
    made = handicap_from_json(scheme)
    assert made is not None
    last_five = [Fraction(p) for p in (40, 45, 40, 60, 50)]
    assert player_handicap(made, last_five) == (None if expected is None else Fraction(expected))


def test_the_net_ranking_stands_beside_the_gross_one():
    settings = ScoringSettings(handicap=Handicap())
    extras = Extras(handicaps={5: Fraction(60)})
    gross, net = session_rankings(score_evening(ROWS, settings), 2, settings, extras)[:2]
    assert [(p.entry, p.place) for p in gross.rows] == [(1, "1"), (3, "2"), (5, "3")]
    assert [(p.entry, p.place) for p in net.rows] == [(1, "1"), (3, "2"), (5, "3")]
    assert (gross.handicap, net.handicap) == (False, True)
    assert net.rows[2].percentage == 60
    rows = ranking(ORDINARY, Extras(unplaced=frozenset({1})), winners=2)
    assert rows == [(3, 62.5, "1"), (5, 0, "2"), (1, 87.5, "")], "who is unplaced is last and takes nobody's place"


@pytest.mark.parametrize(
    ("strata_rank", "expected"),
    [
        ("upwards", {"": [1, 3, 5], "A": [1, 3, 5], "B": [3, 5], "C": [5]}),
        ("apart", {"": [1, 3, 5], "A": [1], "B": [3], "C": [5]}),
    ],
)
def test_strata(strata_rank, expected):
    settings = ScoringSettings(strata=("A", "B", "C"), strata_rank=strata_rank)
    extras = Extras(strata={3: "B", 5: "C"})
    rankings = session_rankings(score_evening(ROWS, settings), 2, settings, extras)
    assert {r.stratum: [p.entry for p in r.rows] for r in rankings if r.line == "NS"} == expected
    assert all(r.rows[0].place == "1" for r in rankings if r.line == "NS")


HEAD_TO_HEAD = [
    (1, 1, 2, "50"), (1, 3, 4, "0"), (2, 2, 3, "100"), (2, 4, 1, "0"), (3, 1, 3, "0"), (3, 4, 2, "100"),
]  # fmt: skip
# 1 has 6 and 0 match points of 6, 2 has 4 and 2, 3 has 2 and 4: all 50 percent, one board above average each.
NEVER_MET = [
    (1, 1, 11, "50"), (1, 2, 12, "40"), (1, 3, 13, "30"), (1, 4, 14, "-90"),
    (2, 1, 12, "0"), (2, 2, 13, "40"), (2, 3, 14, "50"), (2, 4, 11, "60"),
]  # fmt: skip
HALVES = [
    *((board, ns, 10 + ns, text) for board in (1, 2, 3) for ns, text in ((1, "10"), (2, "10"), (3, "0"))),
    (4, 1, 11, "0"), (4, 2, 12, "50"), (4, 3, 13, "100"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "tied", "split"),
    [
        (HEAD_TO_HEAD, [2, 1], [[1], [2]]),  # before the count back
        (NEVER_MET, [1, 2, 3], [[1, 2, 3]]),
        (NEVER_MET, [1, 4], [[1, 4]]),
        (NEVER_MET, [1], [[1]]),
        (NEVER_MET, [], []),
        (HALVES, [3, 1, 2], [[2], [1], [3]]),  # an average counts a half
    ],
)
def test_a_tie_is_split_by_who_met_whom_and_then_by_boards_above_average(rows, tied, split):
    assert split_tie(tied, score_evening(travellers(rows))) == split


TEXTS = ("100", "50", "-50", "620", "A6040", "A4060", "A5050", "A6060", "60% 400, 40% 100", "np")


@st.composite
def evenings(draw: st.DrawFn) -> list[Result]:
    tables, boards = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    where = [(board, n, tables + (n + board) % tables) for board in range(boards) for n in range(tables)]
    return travellers([(*at, draw(st.sampled_from(TEXTS))) for at in where])


def outcome(line: Line) -> Outcome:
    ruled = line.status in (Status.ARTIFICIAL, Status.ASSIGNED)
    return Outcome(line.status.value, line.ns_score, score_text(line) if ruled else "")


@examples(max_examples=60)
@given(evenings(), any_settings, st.sampled_from((1, 2)))
def test_a_session_scored_at_once_is_scored_as_its_travellers_are(results, settings, winners):
    """The quick method uses a frequency table and sums of integers, and applies average plus and minus last."""
    lines = [PlayedLine(row.line.key, row.board, "A", row.ns, row.ew, outcome(row.line)) for row in results]
    south = frozenset(row.ns for row in results)
    section = SectionFacts("A", "two_handed", sorted(south | {row.ew for row in results}), winners, south)
    scores = score_session(SessionFacts([section], lines, dict.fromkeys(range(9)), settings))
    boards = score_boards(results, settings)
    assert scores.points == {row.result.line.key: row.points for row in boards}
    expected = session_rankings(with_session_awards(boards), winners, settings)
    assert [ranking.line for ranking in scores.rankings] == [ranking.line for ranking in expected]
    for actual, other in zip(scores.rankings, expected, strict=True):
        assert sorted((row.contestant, row.won, row.possible, row.place_text) for row in actual.rows) == sorted(
            (row.entry, row.won, int(row.possible), row.place) for row in other.rows
        )


def mp(ns: str, ew: str, top: int = 4) -> BoardMP:
    return BoardMP(Fraction(ns), Fraction(ew), top)


def test_lines_that_are_alike_may_be_written_once_with_their_number_and_a_ruling_is_read_when_it_is_scored():
    ruled = BoardResult(Status.ARTIFICIAL, ruling="A6040", group="B").line("a", times=2)
    assert ruled == Line("a", Status.ARTIFICIAL, ns_pct=Fraction(60), ew_pct=Fraction(40), group="B", times=2)
    lines = [Line("x", ns_score=50, times=3), Line("y", ns_score=-50), Line("z", Status.NOT_PLAYED, times=2)]
    assert score_lines(lines) == {"x": mp("13/2", "7/2", 10), "y": mp("1/2", "19/2", 10), "z": BoardMP(None, None, 10)}


@examples(max_examples=40)
@given(sessions(), any_settings)
def test_a_table_of_frequencies_gives_every_line_what_it_has_by_itself(results, settings):
    for board in {row.board for row in results}:
        lines = [row.line for row in results if row.board == board]
        alike = Counter(replace(line, key="") for line in lines)
        table = {line: replace(line, key=n, times=times) for n, (line, times) in enumerate(alike.items())}
        each = score_lines(lines, settings=settings)
        together = score_lines(list(table.values()), settings=settings)
        assert each == {line.key: together[table[replace(line, key="")].key] for line in lines}


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "lead", "vul", "expected", "over"),
    [
        ("4S", "N", 9, "HQ", "EW", BoardResult(Status.PLAYED, "4S", "N", "HQ", 9, 100), -1),
        ("3NX", "S", 10, "HQ", "None", BoardResult(Status.PLAYED, "3NX", "S", "HQ", 10, 650), 1),
        ("PASS", None, None, None, "None", BoardResult(Status.PASSED_OUT, "PASS", ns_score=0), None),
    ],
)
def test_a_play_gives_its_result_and_the_score_of_its_declarers_side(
    contract, declarer, tricks, lead, vul, expected, over
):
    outcome = {"contract": contract, "declarer": declarer, "tricks": tricks, "lead": lead, "claimed": False}
    result = BoardResult.of_play(outcome, vul)
    assert (result, result.over) == (expected, over)


NO_FIGURES = ["1e400", "1e-400", "1e-99999", "1e999999999", "nan", "inf", "-Infinity", "1_0", "１", "1/0", ""]


@pytest.mark.parametrize(
    ("written", "meant"),
    [(" 12 ", 12), ("-3.5", Fraction(-7, 2)), ("83/2", Fraction(83, 2)), (".4", Fraction(2, 5)), (7, 7)],
)
def test_a_figure_is_read_exactly(written, meant):
    assert read_figure(written) == meant


@pytest.mark.timeout(10)
@pytest.mark.parametrize("text", NO_FIGURES)
def test_what_is_no_figure_or_too_long_a_one_is_refused_at_once(text):
    with pytest.raises(SettingsError, match="carry_over is how many sessions"):
        ScoringSettings.from_json({"carry_over": text})
    with pytest.raises(ScoreError, match="needs a list of awards"):
        scheme_from_json({"places": {"8": [text]}})
    with pytest.raises(ScoreError, match="handicap: base is a number"):
        handicap_from_json({"base": text})
