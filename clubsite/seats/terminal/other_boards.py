"""A table's report, at its terminal, that it played another board than its own."""

from clubsite.duplicate.models import Board, TableBoard
from clubsite.duplicate.selectors.wrong_boards import boards_instead
from clubsite.duplicate.services.wrong_boards import wrong_board_report
from clubsite.play.models import SeatTicket
from clubsite.scores.models import ActCode
from clubsite.scores.services.typed_acts import ActAnswer
from clubsite.seats.terminal.forms import OtherBoardForm
from clubsite.seats.terminal.lines import SideLine
from clubsite.seats.terminal.orders import holder_name

OTHERS_NOW = "The round has moved on, so call the director and say which board you played."
NO_SUCH_BOARD = "There is no board {} that you could have played instead. Look at the number on it once more."


def say_other_board(ticket: SeatTicket, line: SideLine, row: TableBoard, form: OtherBoardForm) -> ActAnswer:
    """Report the board to the director, who decides. Nothing changes at the table before that."""
    if line.asks or row.round.number != row.round.section.round_number:
        return ActAnswer(ActCode.REFUSED, OTHERS_NOW, row=row)
    number = form.sent["played"]
    board: Board | None = next((one for one in boards_instead(row) if one.number == number), None)
    if board is None:
        return ActAnswer(ActCode.REFUSED, NO_SUCH_BOARD.format(number or ""), row=row)
    actor = holder_name(ticket, row, line.side)
    report = wrong_board_report(table_board=row, board=board, side=line.side, actor=actor)
    return ActAnswer(ActCode.DONE if report else ActCode.SAME, row=row)
