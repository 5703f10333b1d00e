"""Boards dealt at the table, whose cards can be typed for the first time or again."""

from clubsite.duplicate.models import Board, TableBoard, TableBoardState


def played_since(board: Board) -> bool:
    """True if a table has played the board, with its dummies in the typed order, since its cards were typed."""
    if board.typed_at is None:
        return False
    played = TableBoard.objects.filter(board=board, state=TableBoardState.FINISHED)
    return played.filter(finished_at__gt=board.typed_at).exists()


def can_be_typed(board: Board) -> bool:
    """True if the board's cards can be typed, for the first time or again."""
    return board.hands_open and not played_since(board)
