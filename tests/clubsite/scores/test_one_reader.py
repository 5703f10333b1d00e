"""Every spelling of a score and of a contract is read alike by every way in, or refused by all of them."""

import csv
import io
import re
from dataclasses import fields
from xml.sax.saxutils import escape

import pytest

from clubsite.core.refused import Refused
from clubsite.scores.services.score_parser import parse_score, read_score_line
from scoring.errors import FileError, ScoreError
from scoring.files.reading import read_results
from scoring.lines import ParsedScore, Status, parse_score_text
from scoring.result import BoardResult
from scoring.traveller import read_traveller
from tests.bws_files import bws, score

SCORES = {
    "+420": "420", "420": "420", "-50": "-50", "−50": "-50", "–50": "-50", "- 50": "-50", "0": "0",
    "a6040": "A6040", "A60/40": "A6040", "A 60/40": "A6040", "A60-40": "A6040", "A62.5/37.5": "A62.5/37.5",
    "60%-40%": "A6040", "60% / 40%": "A6040", "AVE": "A5050", "AV+/-": "A6040", "AVE-/AVE+": "A4060",
    "620/-100": "620 / -100", "620 / A40": "620 / A40", "A60 / +100": "A60 / +100", "A60 / A40": "A60 / A40",
    "60% 620, 40% −100": "60% 620, 40% -100", "100% 420": "100% 420",
    "np": "NP", "Not played": "NP", "": "NP", "-": "NP", "Sit-out": "SIT", "BYE": "SIT", "Late": "LATE",
    "50/50": "!write A50/50 for percent", "60/40": "!no contract gives +60, as in '60/40'. write A60/40",
    "55/45": "!write A55/45", "100/0": "!write A100/0", "0/0": "!write A0/0", "A60 / 100": "!write A60/100",
    "620/620": "!'620/620' gives both sides one score. percent are written A60/40", "62.5/37.5": "!percent like A60/40",
    "AVE+": "!'AVE+' does not say what each side gets: write A60/40", "ADJ": "!'ADJ' does not say", "7": "!multiples",
    "W/D": "!'W/D' does not say", "A50": "!like A5050 or A60/40", "420.0": "!is no score", "1,100": "!is no score",
}  # fmt: skip
"""A spelling, and the usual one, or "!" and words of the refusal."""
CONTRACTS = {
    "4h": "4H", "4♥": "4H", "4♥️": "4H", "4hx": "4HX", "4 H *": "4HX", "4H×": "4HX", "4H**": "4HXX", "4hXx": "4HXX",
    "3NT": "3N", "3 n": "3N", "3nt x": "3NX", "1NTXX": "1NXX",
    "pass": "PASS", "P": "PASS", "AP": "PASS", "All pass": "PASS", "PO": "PASS", "Passed out": "PASS",
    "NP": "NP", "Not played": "NP", "60%-40%": "A6040", "AVE": "A5050", "A6040": "A6040", "LATE": "LATE",
    "AVE+": "!'AVE+'", "ADJ": "!'ADJ'", "W/D": "!'W/D'", "50/50": "!'50/50'",
    "3SA": "!is no contract", "8N": "!is no contract", "4HXXX": "!is no contract", "H4": "!is no contract",
}  # fmt: skip
POINTS = {"4H": "420", "4HX": "590", "4HXX": "880", "3N": "430", "3NX": "650", "1NXX": "1160"}


def as_csv(row) -> str:
    out = io.StringIO()
    head = ("board", "ns", "ew", "contract", "declarer", "tricks", "ns_score")
    csv.writer(out).writerows([head, ("1", "1", "2", *row)])
    return out.getvalue()


def as_usebio(row) -> bytes:
    names = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "TRICKS", "SCORE")
    cells = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in zip(names, ("1", "2", *row), strict=True))
    line = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>{cells}</TRAVELLER_LINE></BOARD>"
    return f'<USEBIO><EVENT EVENT_TYPE="MP_PAIRS">{line}</EVENT></USEBIO>'.encode()


def as_pbn(row) -> bytes:
    cells = " ".join(f'"{text}"' if text else "-" for text in ("1", "2", *row))
    table = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"
    return f'[Event ""]\n[Board "1"]\n[ScoreTable "{table}"]\n{cells}\n'.encode()


def as_bws(row) -> bytes:
    contract, declarer, tricks, remark = row
    return bws(score(1, **{"Contract": contract, "NS/EW": declarer, "Result": tricks, "Remarks": remark}))


FILES = {
    "command line": lambda row: read_traveller(as_csv(row))[0].line,
    "CSV": lambda row: by_file(as_csv(row).encode()),
    "USEBIO": lambda row: by_file(as_usebio(row)),
    "PBN": lambda row: by_file(as_pbn(row)),
}


def by_file(data: bytes):
    (line,) = read_results(data).lines
    return parse_score_text("PASS") if line.contract == "PASS" else line.parsed


def as_ruling(text: str):
    """Type a score on the score sheet or by the API, and read it back as it is stored."""
    status = parse_score_text(text).status
    score = parse_score(vul="None", status=status, artificial=text)
    return BoardResult(score.status, ns_score=score.ns_score, ruling=score.ruling).line(0)


def as_paper(text: str):
    score = parse_score(vul="None", **read_score_line(text))
    return score.line(0)


def facts(score) -> tuple:
    return tuple(getattr(score, field.name) for field in fields(ParsedScore))


def agree(ways, typed, wanted: str) -> None:
    """Try every way. Each of them reads `wanted`, or refuses with the words behind "!"."""
    for name, way in ways.items():
        try:
            reading = facts(way(typed))
        except (FileError, ScoreError, Refused) as no:
            assert wanted.startswith("!") and wanted[1:].lower() in str(no).lower(), (name, typed)
        else:
            assert not wanted.startswith("!") and reading == facts(parse_score_text(wanted)), (name, typed)


@pytest.mark.parametrize("text", SCORES)
def test_a_score_is_read_alike_by_every_way_in(text):
    wanted = SCORES[text]
    agree(FILES, ("", "", "", text), wanted)
    if re.match("A[0-9]|6|100%|NP|LATE", wanted) and text not in ("", "620"):
        agree({"sheet and API": as_ruling, "paper": as_paper}, text, wanted)
    elif re.search("A[0-9]+/", wanted):
        with pytest.raises(Refused, match=r"A\d+/\d+|a6040"):
            as_paper(text)
        with pytest.raises(Refused, match=r"A\d+/\d+"):
            parse_score(vul="None", status=Status.ASSIGNED, artificial=text)


@pytest.mark.parametrize("text", CONTRACTS)
def test_a_contract_or_a_state_in_its_place_is_read_alike_by_every_way_in(text):
    wanted = CONTRACTS[text]
    agree(FILES | {"bws": lambda row: by_file(as_bws(row))}, (text, "N", "10", ""), POINTS.get(wanted, wanted))
    if wanted in (*POINTS, "PASS"):
        assert parse_score(vul="None", contract=text, declarer="N", tricks=10).contract == wanted
        return
    with pytest.raises(Refused, match="is no contract") as no:
        parse_score(vul="None", contract=text, declarer="N", tricks=10)
    assert ("Choose what became of the board" in str(no.value)) == ("no contract" not in wanted)


@pytest.mark.parametrize(
    ("contract", "score", "wanted"),
    [
        ("NP", "A5050", "A5050"), ("ADJ", "A60/40", "A6040"),
        ("AVE+", "A6040", "A6040"), ("60%-40%", "A60/40", "A6040"),
        ("ADJ", "100% 420", "100% 420"), ("50/50", "A5050", "A5050"), ("NP", "NP", "NP"),
        ("NP", "420", "!Which is right?"), ("ADJ", "420", "!Which is right?"), ("60%-40%", "A5050", "!Which is right?"),
        ("4S", "NP", "!Which is right?"), ("4S", "PASS", "!Which is right?"), ("PASS", "420", "!passed out"),
    ],
)  # fmt: skip
def test_a_state_in_the_contract_and_a_score_agree_or_are_asked_about(contract, score, wanted):
    agree(FILES, (contract, "", "", score), wanted)


@pytest.mark.parametrize("remark", ["60%-40%", "55% - 45%", "not PLAYED", "AVE", "ADJ", "50/50"])
def test_a_remark_of_a_bridgemate_is_read_by_the_same_reader(remark):
    night = read_results(as_bws((None, "N", None, remark)))
    if SCORES.get(remark, "").startswith("!"):
        assert "Type the score in the room" in night.notes[0] and not night.lines
    else:
        assert facts(night.lines[0].parsed) == facts(parse_score_text(remark))


def test_a_remark_that_is_a_dash_takes_no_contract_away():
    assert read_results(as_bws(("4S", "S", "=", "-"))).lines[0].score == "420"
