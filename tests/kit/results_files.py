"""Results files of a scoring program for a heat of three boards: three South players meet three North players."""

from clubsite.events.services.results_files import heat_file_look, heat_file_take
from scoring.files.csv_files import write_travellers
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.files.usebio import write_usebio

QUAY_SCORES = {1: "1N S 9 150", 2: "1N S 7 90", 3: "1N W 7 -90"}
"""What each South always scores."""
BOARDS = 3


def heat_file(by_south=QUAY_SCORES, names: tuple[str, ...] = (), boards: int = BOARDS, **facts) -> ResultFile:
    """Return the results of a heat in which South 1 to 3 meet North 4 to 6, each on one board. `names` are those of the
    contestants, in the order of their numbers.
    """
    lines = []
    for board in range(1, boards + 1):
        for south, line in by_south.items():
            north = 4 + (south + board) % len(by_south)
            contract, declarer, tricks, score = line.split()
            result = {"contract": contract, "declarer": declarer, "tricks": int(tricks), "score": score}
            lines.append(FileLine(board, str(south), str(north), **result, **facts))
    people = tuple(
        FileContestant(str(number), (name,), "NS" if number < 4 else "EW") for number, name in enumerate(names, 1)
    )
    return ResultFile((FileSection("", people, tuple(lines)),), event="Heat", winners=2)


def as_usebio(results: ResultFile) -> bytes:
    return write_usebio(results).encode()


def as_csv(results: ResultFile) -> bytes:
    return write_travellers(results).encode()


def look(heat, user, data: bytes, kind="two_handed", name="quay.xml"):
    return heat_file_look(heat=heat, data=data, kind=kind, file_name=name, user=user)


def bring(heat, user, data: bytes, kind="two_handed", name="quay.xml"):
    """Read a file and take it, as the page does."""
    preview = look(heat, user, data, kind, name)
    heat_file_take(heat=heat, sections=preview.sections, kind=kind, file_name=name, user=user)
    heat.refresh_from_db()
