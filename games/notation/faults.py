"""Faults of a file, in words for the person who chose it."""

from games.errors import GameError

Problem = tuple[int | None, str, str]


class DealFileError(GameError):
    """A file that cannot be imported. No board of it is used.

    `problems` holds (board number or None, field, sentence) for every fault. Each sentence names the place of its
    fault.
    """

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(sentence for _, _, sentence in problems))
        self.problems = problems


def one_fault(field: str, sentence: str) -> DealFileError:
    """Return the error of a file with a single fault that belongs to no board."""
    return DealFileError([(None, field, sentence)])
