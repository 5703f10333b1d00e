"""Cards of unopened boards, for code that shows them to nobody. `test_sealed_boards.py` lists its users."""

from clubsite.nights.models import Board
from clubsite.nights.models.boards import HAND_BREAK


def unshown_hands(board: Board) -> dict[str, str]:
    """Return the four hands by seat, whether or not the board is open. Raise KeyMissing if no key opens them."""
    if not board.sealed:
        return board.hands
    return dict(zip("NESW", board.sealed.open().split(HAND_BREAK), strict=True))


def unshown_setup(board: Board) -> dict[str, object]:
    """Return the setup for a play of a board that may still be sealed. Raise KeyMissing as `unshown_hands` does."""
    return board.setup(unshown_hands(board))
