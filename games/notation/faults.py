"""Faults in a file, described for the person who chose it."""

from games.errors import GameError

Problem = tuple[int | None, str, str]


class DealFileError(GameError):
    """Raised for a file that cannot be imported. None of the file's boards is used.

    `problems` has (board number or None, field, sentence) for every fault. Each sentence says where the fault is.
    """

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(sentence for _, _, sentence in problems))
        self.problems = problems


def one_fault(field: str, sentence: str) -> DealFileError:
    """Return the error for a file with a single fault that does not belong to any board."""
    return DealFileError([(None, field, sentence)])
