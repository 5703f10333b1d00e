"""The options of `python -m scoring traveller`: their spellings, and the messages for unknown ones."""

import json

import pytest

from scoring.__main__ import main
from tests.scoring.travellers import EVENING, FIVE, HEADING


@pytest.mark.parametrize("written", ["cross-imps", "cross_imps", "Cross IMPs", "CROSSIMPS"])
def test_a_method_is_known_however_it_is_written(written, tmp_path, capsys):
    file = tmp_path / "five.csv"
    file.write_text(FIVE)
    assert main(["traveller", str(file), "--method", written]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0]["ns_imps"] == 10.5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--method", "rubber"], "'rubber' (choose from 'match_points', 'cross_imps', 'butler')"),
        (["--winners", "3"], "--winners"),
        (["--rounding", "half"], "'exact', 'tenth', 'tenth_to_average'"),
        (["--neuberg", "--factoring"], "not allowed with"),
        (["--butler-trim", "6"], "--butler-trim"),
    ],
)
def test_an_option_that_there_is_not_is_one_sentence_and_2(options, said, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["traveller", str(EVENING), *options])
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1 and captured.out == ""


@pytest.mark.parametrize("method", ["match-points", "cross-imps", "butler"])
def test_an_evening_of_one_line_has_nothing_to_compare_with(method, tmp_path, capsys):
    file = tmp_path / "one.csv"
    file.write_text(HEADING + "1,1,2,4S,S,10,\n")
    assert main(["traveller", str(file), "--method", method]) == 0
    (line,) = json.loads(capsys.readouterr().out)["lines"]
    unit = "mp" if method == "match-points" else "imps"
    assert (line["ns_score"], line[f"ns_{unit}"], line[f"ew_{unit}"]) == (420, 0, 0)
