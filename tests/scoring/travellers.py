"""Travellers as CSV: the real evening, and one board with five scores."""

from pathlib import Path

DATA = Path(__file__).parent / "data"


EVENING = DATA / "club-evening-2022-07-27-travellers.csv"


HEADING = "board,ns,ew,contract,declarer,tricks,ns_score\n"


FIVE = HEADING + "".join(f"1,{n},{n + 10},,,,{score}\n" for n, score in enumerate((620, 170, 140, 140, -100)))
