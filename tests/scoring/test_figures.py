"""Figures as people write them: short decimals and fractions are read, and slow figures are refused."""

from fractions import Fraction

import pytest

from scoring.errors import ScoreError
from scoring.figures import read_figure
from scoring.handicap import handicap_from_json
from scoring.masterpoints import scheme_from_json
from scoring.settings import ScoringSettings, SettingsError

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
