"""Series, ladders and master points: which results count for which player, and what a player still needs."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.errors import ScoreError
from scoring.ladder import LadderRules, ladder
from scoring.masterpoints import SCHEMES, abf_winner, masterpoints, scheme_from_json
from scoring.ranking import PlacedStanding, Standing, rank
from scoring.series import FIGURES, IMPS, READY, CountedSession, SeriesRules, series_table


def nights(**percentages: list[float | None]) -> list[CountedSession]:
    return [
        CountedSession(night, player, Fraction(str(p)))
        for player, own in percentages.items()
        for night, p in enumerate(own, start=1)
        if p is not None
    ]


def test_the_best_five_of_six_nights_count():
    table = series_table(READY[6], nights(ann=[60, 50, 55, 40, 65, 70], bo=[58] * 6))
    ann, bo = table
    assert (ann.player, ann.score, ann.counted, ann.dropped) == ("ann", 60, (1, 2, 3, 5, 6), (4,))
    assert (bo.place, bo.score) == ("2", 58)


@pytest.mark.parametrize(
    ("rules", "scores", "places"),
    [
        (READY[3], {"ann": [50, 50, 50], "bo": [None, 70, 70]}, [("ann", "1", 0, False), ("bo", "", 1, True)]),
        # Before the end, everybody who can still finish has a place.
        (READY[6], {"ann": [60, 50], "bo": [None, 70]}, [("bo", "1", 4, False), ("ann", "2", 3, False)]),
        (
            SeriesRules(2),
            {"ann": [60, 50], "bo": [50, 60], "cy": [40, 40]},
            [("ann", "1=", 0, False), ("bo", "1=", 0, False), ("cy", "3", 0, False)],
        ),
        (
            SeriesRules(6, best=5, minimum=2),
            {"ann": [60, 62], "bo": [50] * 6, "cy": [90]},
            [("ann", "1", 0, False), ("bo", "2", 0, False), ("cy", "", 1, True)],
        ),
    ],
)
def test_places_and_who_missed_too_many_nights_for_one(rules, scores, places):
    table = series_table(rules, nights(**scores))
    assert [(row.player, row.place, row.missing, row.out) for row in table] == places


def test_who_lacks_nights_for_a_place_stands_after_those_who_have_them():
    rules = SeriesRules(6, best=3, minimum=3)
    table = series_table(rules, nights(ann=[50, 52, 54], bo=[None, 70, 72], cy=[60, 40, 41], di=[90]), held=5)
    assert [(row.player, row.place, row.short, row.out) for row in table] == [
        ("ann", "1", False, False), ("cy", "2", False, False), ("bo", "", True, False), ("di", "", False, True),
    ]  # fmt: skip
    assert table[2].missing == 1 and table[2].to_lead is not None and table[2].to_lead < 52


def test_a_substitutes_score_counts_as_often_as_the_rules_allow_the_best_first():
    scores = [
        CountedSession(1, "ann", Fraction(70), substitute=True),
        CountedSession(2, "ann", Fraction(80), substitute=True),
        CountedSession(3, "ann", Fraction(50)),
    ]
    (row,) = series_table(SeriesRules(3, substitutes=1, minimum=1), scores)
    assert (row.score, row.counted) == (65, (2, 3))
    (none,) = series_table(SeriesRules(3, minimum=1), scores)
    assert (none.score, none.counted) == (50, (3,))


@pytest.mark.parametrize(
    ("rules", "scores", "held", "to_lead"),
    [
        # Three sessions must average 62: 186 less the present 104, or 50.
        (SeriesRules(3), {"ann": [60, 64], "bo": [50, 54], "cy": [20, 30]}, 2, {"ann": 62, "bo": 82, "cy": 136}),
        (SeriesRules(3, best=2), {"ann": [60, 60], "bo": [62, 20]}, 2, {"bo": 58, "ann": None}),  # 20 can be dropped
        (SeriesRules(2), {"ann": [60, 60], "bo": [50, 50]}, None, {"ann": None, "bo": None}),  # over
        (SeriesRules(3), {"ann": [60, None, 50]}, 2, {"ann": 55}),  # a night that is held up is still to come
    ],
)
def test_what_a_player_still_needs(rules, scores, held, to_lead):
    table = series_table(rules, nights(**scores), **({"held": held} if held else {}))
    assert {row.player: row.to_lead for row in table} == to_lead


def test_imps_are_added_up_over_the_best_nights_and_a_lead_can_be_kept_with_less_than_nothing():
    """The figures are from Hemel Hempstead's Butler nights, where the best three of six nights count."""
    table = series_table(SeriesRules(6, best=3, figure=IMPS), nights(ann=[20, -5, 12, -8, 3, 1], bo=[11, 12, 13, 1]))
    rows = [(row.player, row.place, row.score, row.dropped) for row in table]
    assert rows == [("bo", "1", 36, (4,)), ("ann", "2", 35, (2, 4, 6))]
    ann, bo = series_table(SeriesRules(3, figure=IMPS), nights(ann=[30, -4], bo=[2, 10]), held=2)
    assert (ann.score, ann.to_lead, bo.score, bo.to_lead) == (26, 0, 12, 14)
    mean = SeriesRules(4, figure="imps_a_board", minimum=1)
    first, other = series_table(mean, nights(ann=[None, 1], bo=[1, None, -2]), held=3)
    assert (first.player, first.to_lead, other.score, other.to_lead) == ("ann", 1, Fraction(-1, 2), 4)


night_scores = st.lists(
    st.builds(
        CountedSession, st.integers(1, 6), st.sampled_from("abcd"), st.integers(-20, 70).map(Fraction), st.booleans()
    ),
    max_size=16,
    unique_by=lambda score: (score.number, score.player),
)
counts = st.integers(0, 6)
rules = st.builds(SeriesRules, st.just(6), counts, counts, st.integers(0, 2), st.sampled_from(list(FIGURES)))


SHORT = [
    CountedSession(1, "ann", Fraction(1)),
    CountedSession(1, "bo", Fraction(1)),
    CountedSession(2, "ann", Fraction(0)),
]


@given(night_scores, rules, st.integers(1, 5))
@example(SHORT, SeriesRules(6, minimum=2), 2)  # bo is better, and not placed yet: ann has the lead
def test_who_averages_what_is_needed_reaches_the_lead_and_with_less_does_not(scores, series, held):
    before = [score for score in scores if score.number <= held]
    table = series_table(series, before, held)
    turned = series_table(series, before[::-1], held)
    assert {row.player: row for row in turned} == {row.player: row for row in table}, "in any order of the nights"
    target = max((row.score for row in table if row.place), default=Fraction(0))
    for row in table:
        if row.to_lead is None:
            continue
        for less in (Fraction(0), Fraction(1, 100)):
            coming = [CountedSession(night, row.player, row.to_lead - less) for night in range(held + 1, 7)]
            after = {standing.player: standing for standing in series_table(series, before + coming, 6)}
            assert (after[row.player].score >= target) is (less == 0)


@pytest.mark.parametrize(
    ("read", "stored", "message"),
    [
        (SeriesRules.from_json, [], "number of nights"), (SeriesRules.from_json, {}, "number of nights"),
        (SeriesRules.from_json, {"sessions": 0}, "1 to 60"), (SeriesRules.from_json, {"sessions": "6"}, "whole number"),
        (SeriesRules.from_json, {"sessions": 6, "best": 7}, "best: 7 is more"),
        (SeriesRules.from_json, {"sessions": 6, "minimum": True}, "whole number"),
        (SeriesRules.from_json, {"sessions": 6, "worst": 1}, "no worst"),
        (SeriesRules.from_json, {"sessions": 6, "figure": "vps"}, "figure: A series goes by"),
        (SeriesRules.from_json, {"sessions": 6, "figure": 1}, "not 1"),
        (LadderRules.from_json, [], "JSON object"), (LadderRules.from_json, {"top": 1}, "no top"),
        (LadderRules.from_json, {"sessions": -1}, "whole number"),
        (LadderRules.from_json, {"chosen": []}, "last, best"),
        (LadderRules.from_json, {"chosen": "first"}, "last, best"),
        (LadderRules.from_json, {"grades": {"D": 55}}, "at most 12 grades"),
        (LadderRules.from_json, {"grades": [["D"]]}, "is no grade"),
        (LadderRules.from_json, {"grades": [["", "55"]]}, "1 to 12 letters"),
        (LadderRules.from_json, {"grades": [["D", "101"]]}, "from 0 to 100"),
        (LadderRules.from_json, {"grades": [["D", "x"]]}, "is no grade"),
        (LadderRules.from_json, {"grades": [["D", "55"], ["D", "48"]]}, "two grades D"),
        (LadderRules.from_json, {"grades": [["D", "55"], ["E", "55"]]}, "E comes after D"),
        (LadderRules.from_json, {"grades": [["D", "1"]] * 13}, "at most 12"),
        (scheme_from_json, "abf", "abf_club_e"), (scheme_from_json, {"places": {}}, "table of places"),
        (scheme_from_json, {"places": {"x": [1]}}, "list of awards"),
        (scheme_from_json, {"places": {"8": "12"}}, "list of awards"),
        (scheme_from_json, {"places": {"8": 3}}, "list of awards"),
        (scheme_from_json, {"places": {"8": [1, 2]}}, "lower place"),
        (scheme_from_json, {"places": {"8": [-1]}}, "list of awards"),
        (scheme_from_json, {"places": {"8": [1]}, "decimals": 9}, "0 to 4"),
        (scheme_from_json, {"places": {"8": [1]}, "weight": 9}, "not weight"),
    ],
)  # fmt: skip
def test_rules_of_a_series_a_ladder_or_master_points_that_are_none(read, stored, message):
    with pytest.raises(ScoreError, match=message):
        read(stored)


@pytest.mark.parametrize(("night", "message"), [(7, "no night 7"), (1, "two scores for night 1")])
def test_scores_that_no_series_can_have(night, message):
    with pytest.raises(ScoreError, match=message):
        series_table(READY[6], [CountedSession(night, "a", Fraction(50)), CountedSession(1, "a", Fraction(60))])


@given(rules)
def test_rules_come_back_from_json(series):
    assert SeriesRules.from_json(series.to_json()) == series
    assert LadderRules.from_json(LadderRules(within=3).to_json()) == LadderRules(within=3)


def sessions(*rows: dict[str, int]) -> list[dict[str, Fraction]]:
    return [{player: Fraction(p) for player, p in row.items()} for row in rows]


def test_a_ladder_takes_the_last_sessions_and_says_who_climbed():
    rungs = ladder(
        LadderRules(sessions=2, minimum=2),
        sessions({"ann": 60, "bo": 50, "cy": 70}, {"ann": 60, "bo": 52}, {"ann": 40, "bo": 58, "cy": 70}),
    )
    assert [(r.player, r.place, r.average, r.sessions, r.played, r.climbed) for r in rungs] == [
        ("cy", "1", 70, 2, 2, None),
        ("bo", "2", 55, 2, 3, 0),
        ("ann", "3", 50, 2, 3, -2),
    ]


def test_a_ladder_may_take_the_best_sessions_or_leave_out_who_stays_away():
    held = sessions({"ann": 60, "bo": 50}, {"bo": 70}, {"bo": 40})
    best = ladder(LadderRules(sessions=1, minimum=1, chosen="best"), held)
    assert [(r.player, r.average) for r in best] == [("bo", 70), ("ann", 60)]
    active = ladder(LadderRules(minimum=1, within=2), held)
    assert [(r.player, r.place) for r in active] == [("bo", "1"), ("ann", "")]
    assert ladder(LadderRules(), []) == []


def test_a_grade_is_the_highest_of_the_scale_that_an_average_reaches():
    stored = {"grades": [["D", "55"], ["E", "95/2"], ["F", "40"]]}
    rules = LadderRules.from_json(stored)
    averages = (Fraction(61), Fraction(55), Fraction(5499, 100), Fraction(95, 2), Fraction(40), Fraction(3999, 100))
    assert [rules.grade(average) for average in averages] == ["D", "D", "E", "E", "F", ""]
    assert LadderRules.from_json(rules.to_json()) == rules
    assert LadderRules().grade(Fraction(60)) == ""


def ranking(*won: int) -> list[PlacedStanding]:
    top = Fraction(100)
    return rank(Standing(n, Fraction(w), top, top) for n, w in enumerate(won, start=1))


def test_abf_club_awards_by_the_manuals_formula():
    # Manual 3.1.1 and 4.2: 3 and 6 hundredths a table at grade E, 70 percent, a half, a third, to half the field.
    two = masterpoints(SCHEMES["abf_club_e"], ranking(*range(69, 60, -1)), tables=9, winners=2)
    assert [float(two[n]) for n in range(1, 10)] == [0.27, 0.19, 0.14, 0.09, 0, 0, 0, 0, 0]
    one_winner = masterpoints(SCHEMES["abf_club_e"], ranking(*range(69, 59, -1)), tables=5, winners=1)
    assert [float(one_winner[n]) for n in range(1, 7)] == [0.3, 0.21, 0.15, 0.1, 0.08, 0]
    for grade, winner in (("d", "0.4"), ("e", "0.3"), ("f", "0.15")):
        assert masterpoints(SCHEMES[f"abf_club_{grade}"], ranking(3, 2), tables=10, winners=2)[1] == Fraction(winner)
    nothing = Standing("x", Fraction(0), Fraction(0), Fraction(0))
    placed = rank([*(Standing(n, Fraction(9 - n), Fraction(9), Fraction(9)) for n in range(3)), nothing])
    awards = masterpoints(SCHEMES["abf_club_e"], placed, 2, 1)
    assert (awards["x"], awards[1]) == (0, 0), "who played nothing counts for nobody"
    # In large fields awards grow ever more slowly.
    assert abf_winner(30, 2, Fraction(1)) == Fraction(3, 5)
    assert round(float(abf_winner(31, 2, Fraction(1))), 4) == 0.6204
    assert round(float(abf_winner(32, 1, Fraction(1))), 4) == 0.8647


def test_tied_places_share_the_mean_of_their_rounded_awards():
    awards = masterpoints(SCHEMES["abf_club_e"], ranking(60, 60, 50, 40, 30, 20), tables=6, winners=2)
    assert awards[1] == awards[2] == Fraction("0.16")  # 18 and 13 hundredths: the ABF rounds halves up
    across = masterpoints(SCHEMES["abf_club_e"], ranking(60, 50, 40, 40, 30, 20), tables=6, winners=2)
    assert across[3] == across[4] == Fraction("0.05")
    own = masterpoints(scheme_from_json({"places": {"2": ["0.18", "0.13"]}}), ranking(60, 60), tables=1, winners=2)
    assert own[1] == Fraction("0.155")


def test_the_top_third_of_fifteen_is_five_places_from_forty_down():
    awards = masterpoints(SCHEMES["top_third"], ranking(*range(60, 45, -1)), tables=15, winners=2)
    assert [awards[n] for n in range(1, 7)] == [40, 32, 24, 16, 8, 0]
    assert SCHEMES["top_third"].approximate


def test_a_clubs_own_table_goes_by_the_size_of_the_field_and_every_scheme_can_be_stored():
    scheme = scheme_from_json({"places": {"4": ["0.4", "0.2"], "8": [1, "1/2", "1/4"]}, "decimals": 2})
    assert [masterpoints(scheme, ranking(*range(9, 9 - n, -1)), 4, 1)[1] for n in (3, 4, 7, 8)] == [
        0, Fraction("0.4"), Fraction("0.4"), 1,
    ]  # fmt: skip
    for any_scheme in (scheme, *SCHEMES.values()):
        assert scheme_from_json(any_scheme.to_json()) == any_scheme
    assert SCHEMES["top_third"].to_json() == "top_third"


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.sampled_from(list(SCHEMES.values())))
def test_equals_get_equal_awards_and_better_places_no_fewer(won, scheme):
    placed = ranking(*won)
    by_entry = masterpoints(scheme, placed, len(won), 1)
    awards = [by_entry[row.entry] for row in placed]
    assert awards == sorted(awards, reverse=True)
    assert len({(row.place, by_entry[row.entry]) for row in placed}) == len({row.place for row in placed})


@pytest.mark.parametrize("figure", ["imps", "imps_a_board"])
def test_somebody_for_whom_no_night_counts_is_not_placed_above_a_loss_of_imps(figure):
    rules = SeriesRules(sessions=3, best=1, figure=figure)
    # Cy's only session is a substitute's, and none are allowed.
    scores = [CountedSession(1, "Bo", Fraction(-13)), CountedSession(1, "Cy", Fraction(30), True)]
    bo, cy = series_table(rules, scores)
    assert (bo.player, bo.place, bo.score) == ("Bo", "1", -13)
    assert (cy.player, cy.place, cy.counted, cy.to_lead) == ("Cy", "", (), -13)
