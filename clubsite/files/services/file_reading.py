"""Reading a results file for a session, in any format. Its cards must be the session's own."""

from clubsite.nights.models import Board, Session
from clubsite.nights.models.boards import fingerprint_of
from games.cards import cards_text
from games.notation.records import BareBoard, DealRecord
from scoring.errors import FileError
from scoring.files.model import FileSection, ResultFile
from scoring.files.reading import read_results

MOST_BYTES = 5_000_000
MOST_LINES = 10_000


def lines_alone(result_file: ResultFile) -> tuple[FileSection, ...]:
    """Return the file's sections with their lines but without the people."""
    return tuple(FileSection(section.name, (), section.lines) for section in result_file.sections)


def file_read(*, session: Session, data: bytes) -> ResultFile:
    """Return the content of a file. Raise FileError listing every fault, such as cards from another session."""
    boards = list(Board.objects.filter(board_set__sections__session=session).distinct())
    result_file = file_of_one_evening(data, {board.number: board.vulnerability for board in boards})
    strangers = [record.number for record in result_file.boards if _of_another_session(record, boards)]
    if strangers:
        raise FileError([f"board {number}: its cards are not those of this session." for number in strangers])
    return result_file


def file_of_one_evening(data: bytes, vulnerabilities: dict[int, str]) -> ResultFile:
    """Return the content of a file that is played with these vulnerabilities. Raise FileError listing every fault."""
    if len(data) > MOST_BYTES:
        raise FileError(["the file is larger than 5 MB. A file of one evening is far smaller."])
    result_file = read_results(data, vulnerabilities)
    if len(result_file.lines) > MOST_LINES:
        raise FileError([f"the file has {len(result_file.lines)} lines, more than {MOST_LINES}."])
    return result_file


def _of_another_session(record: DealRecord | BareBoard, boards: list[Board]) -> bool:
    """True if the session has different cards for the board with this number."""
    known = [board for board in boards if board.number == record.number and board.known]
    if not isinstance(record, DealRecord) or not known:
        return False
    fingerprint = fingerprint_of(*map(cards_text, record.deal.all_hands))
    return all(board.fingerprint != fingerprint for board in known)
