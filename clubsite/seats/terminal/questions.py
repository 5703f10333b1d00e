"""The questions of a terminal, one a screen: which of them is next, its keys, and what was said so far.

The answers travel in the address, so that the browser's back is the page's back.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from clubsite.seats.terminal.forms import NO_LEAD, NOT_DOUBLED, TerminalScoreForm
from clubsite.seats.terminal.state import BoardKey, Terminal, line_of
from games.players import PLAYERS
from games.seats import SEATS
from games.wording import SEAT_NAMES, seat_name
from scoring.plausible import board_hints
from scoring.result import BoardResult

STEPS = ("board", "level", "strain", "doubled", "declarer", "lead", "tricks")
LEVELS = ("1", "2", "3", "4", "5", "6", "7")
STRAINS = ("C", "D", "H", "S", "N")
RANKS = "AKQJT98765432"
TITLES = {
    "board": "Which board?",
    "level": "What was the contract?",
    "strain": "In which suit?",
    "doubled": "Doubled?",
    "declarer": "Who played it?",
    "lead": "What was led?",
    "tricks": "How many tricks did {who} take?",
}


@dataclass(frozen=True, slots=True)
class Key:
    """A big key: `text`, or the suit of the letter `suit`; `small` beneath it; `to` is the address it leads to.

    `makes`: of a number of tricks, whether the contract is made with it.
    """

    text: str
    to: str
    suit: str = ""
    small: str = ""
    wide: bool = False
    on: bool = False
    makes: bool = False


@dataclass(slots=True)
class Question:
    """A screen. Without `keys` the answer is whole: `typed` is what is read back."""

    step: str
    title: str
    keys: list[Key] = field(default_factory=list)
    so_far: str = ""
    back: str = ""
    fault: str = ""
    board: BoardKey | None = None
    answers: dict[str, str] = field(default_factory=dict)
    typed: BoardResult | None = None
    lead_refused: bool = False

    @property
    def dots(self) -> list[str]:
        """How far: done, now or nothing for each question."""
        at = STEPS.index(self.step) if self.step in STEPS else len(STEPS)
        return ["done" if place < at else "now" if place == at else "" for place in range(len(STEPS))]

    @property
    def begun(self) -> bool:
        """Whether anything of the score has been typed."""
        return self.step not in ("board", "level")

    @property
    def place(self) -> int:
        return STEPS.index(self.step) + 1 if self.step in STEPS else len(STEPS)

    @property
    def columns(self) -> int:
        return {"level": 4, "strain": 5, "lead": 4, "tricks": 4, "board": 3}.get(self.step, 2)

    @property
    def rows(self) -> list[tuple[str, list[Key]]]:
        """The keys under their headings: of the tricks those that make the contract, then those that do not."""
        if self.step != "tricks":
            return [("", self.keys)]
        made = [key for key in reversed(self.keys) if key.makes]
        return [("Made", made), ("Went down", [key for key in self.keys if not key.makes])]


def question_of(terminal: Terminal, data: Mapping[str, str]) -> Question:
    """The question that comes next, given the answers so far; a bad answer is asked again with its fault."""
    answers = {step: str(data[step])[:8] for step in STEPS if data.get(step)}
    if data.get("passed"):
        answers["passed"] = "1"
    board, fault = _board(terminal, answers)
    if board is None:
        return _ask(terminal, "board", {}, None, fault)
    answers["board"], answers["row"] = str(board.number), str(board.row.pk)
    if answers.get("passed"):
        return _whole(terminal, answers, board)
    for step in STEPS[1:]:
        if not _answered(step, answers, terminal):
            return _ask(terminal, step, answers, board, fault)
    return _whole(terminal, answers, board)


def late_of(terminal: Terminal, data: Mapping[str, str]) -> Question | None:
    """What was read back here when the round moved on, to be sent to the director; None where it is still asked."""
    row = line_of(terminal, str(data.get("row", "")))
    if row is None or (terminal.state != "finished" and any(b.row.pk == row.pk for b in terminal.boards)):
        return None
    answers = {name: str(data[name])[:15] for name in (*STEPS, "passed", "row") if data.get(name)}
    form = TerminalScoreForm(answers, table_board=row)
    if not form.is_valid():
        return None
    return Question(
        "late", "The round has moved on", board=BoardKey(row, None, None), answers=answers, typed=form.typed
    )


def _board(terminal: Terminal, answers: dict[str, str]) -> tuple[BoardKey | None, str]:
    """The board meant: as typed, else the next one. A board that is not in the round is none."""
    typed = answers.get("board")
    if not typed:
        return terminal.next_board, ""
    numbers = [board.number for board in terminal.boards]
    if typed.isdecimal() and int(typed) in numbers:
        return terminal.boards[numbers.index(int(typed))], ""
    if typed == "which":
        return None, ""
    hints = board_hints(int(typed) if typed.isdecimal() and len(typed) < 5 else 0, numbers)
    return None, hints[0].text if hints else ""


def _answered(step: str, answers: dict[str, str], terminal: Terminal) -> bool:
    answer = answers.get(step, "")
    players = SEATS if terminal.pairs else PLAYERS
    known = {
        "level": answer in LEVELS,
        "strain": answer in STRAINS,
        "doubled": answer in (NOT_DOUBLED, "X", "XX"),
        "declarer": answer in players,
        "lead": answer == NO_LEAD or (len(answer) == 2 and answer[0] in "SHDC" and answer[1] in RANKS),
        "tricks": answer.isdecimal() and len(answer) < 3,
    }
    return known[step]


def _whole(terminal: Terminal, answers: dict[str, str], board: BoardKey) -> Question:
    """Everything is answered: understood, or the question at fault again."""
    form = TerminalScoreForm(answers, table_board=board.row)
    if not form.is_valid():
        name, sentence = next(iter(form.problems.items()))
        kept = without_faults(answers, [name])
        step = step_of(name)
        question = _ask(terminal, step if step in STEPS else "level", kept, board, sentence)
        question.lead_refused = step == "lead"
        return question
    back = "level" if answers.get("passed") else "tricks"
    kept = {name: value for name, value in answers.items() if name not in (back, "passed")}
    return Question(
        "whole", "Is that right?", back=address(kept), board=board, answers=answers, typed=form.typed
    )


def step_of(name: str) -> str:
    """The question that asks for a field of the form."""
    return "level" if name == "contract" else name


def without_faults(answers: Mapping[str, str], faults: Iterable[str]) -> dict[str, str]:
    """The answers without those that were refused: these questions are asked again."""
    refused = {step_of(name) for name in faults}
    return {name: value for name, value in answers.items() if name not in refused}


def asked_again(data: Mapping[str, str], faults: Iterable[str]) -> str:
    """The address of the question whose answer was refused, with the other answers; empty if it was none of them."""
    if not {step_of(name) for name in faults} & set(STEPS[1:]):
        return ""
    answers = {name: str(data[name])[:15] for name in (*STEPS, "row") if data.get(name)}
    return address(without_faults(answers, faults))


def address(answers: Mapping[str, str], **more: str) -> str:
    """The page with these answers."""
    return "?" + urlencode({**answers, **more})


def _ask(
    terminal: Terminal, step: str, answers: dict[str, str], board: BoardKey | None, fault: str
) -> Question:
    before = STEPS[: STEPS.index(step)]
    kept = {name: value for name, value in answers.items() if name in (*before, "row")}
    lead_suit = answers.get("lead", "")[:1] if step == "lead" else ""
    question = Question(step, _title(terminal, step, kept), fault=fault, board=board, answers=kept)
    question.keys = _keys(terminal, step, kept, lead_suit)
    question.so_far = _so_far(kept)
    if lead_suit:
        question.back = address(kept)
    elif step != "board":
        question.back = address({name: kept[name] for name in before[:-1] if name in kept})
        if step == "level":
            question.back = address({}, board="which")
    return question


def _title(terminal: Terminal, step: str, answers: dict[str, str]) -> str:
    seat = answers.get("declarer", "")
    return TITLES[step].format(who=SEAT_NAMES.get(seat, "declarer"))


def _so_far(answers: dict[str, str]) -> str:
    """The contract as far as it is known, as `bid` reads it."""
    if "level" not in answers:
        return ""
    return answers["level"] + answers.get("strain", "") + answers.get("doubled", "").replace(NOT_DOUBLED, "")


def _keys(terminal: Terminal, step: str, answers: dict[str, str], lead_suit: str) -> list[Key]:
    def to(value: str) -> str:
        return address(answers, **{step: value})

    if step == "board":
        return [_board_key(board, to(str(board.number)), terminal) for board in terminal.boards]
    if step == "level":
        return [
            *(Key(level, to(level)) for level in LEVELS),
            Key("Passed out", address(answers, passed="1"), wide=True),
        ]
    if step == "strain":
        return [Key("NT" if letter == "N" else "", to(letter), suit=letter) for letter in STRAINS]
    if step == "doubled":
        return [
            Key("No", to(NOT_DOUBLED), wide=True),
            Key("Doubled", to("X"), wide=True),
            Key("Redoubled", to("XX"), wide=True),
        ]
    if step == "declarer":
        return _players(terminal, to)
    if step == "lead":
        return _lead_keys(lead_suit, to)
    return _trick_keys(int(answers["level"]), to)


def _board_key(board: BoardKey, to: str, terminal: Terminal) -> Key:
    small = "scored" if board.done else "next" if board == terminal.next_board else ""
    return Key(str(board.number), to, small=small, on=board == terminal.next_board)


def _players(terminal: Terminal, to: Callable[[str], str]) -> list[Key]:
    if terminal.pairs:
        return [
            Key(seat_name(seat), to(seat), small=terminal.names["NS" if seat in "NS" else "EW"], wide=True)
            for seat in "NESW"
        ]
    return [
        Key(seat_name("S"), to("S"), small=terminal.names["NS"], wide=True),
        Key(seat_name("N"), to("N"), small=terminal.names["EW"], wide=True),
    ]


def _lead_keys(suit: str, to: Callable[[str], str]) -> list[Key]:
    leave = Key("Nobody remembers", to(NO_LEAD), wide=True)
    if not suit or suit not in "SHDC":
        return [*(Key("", to(letter), suit=letter) for letter in "SHDC"), leave]
    return [*(Key(rank.replace("T", "10"), to(suit + rank), suit=suit) for rank in RANKS), leave]


def _trick_keys(level: int, to: Callable[[str], str]) -> list[Key]:
    need = level + 6

    def small(tricks: int) -> str:
        over = tricks - need
        return "made" if over == 0 else f"+{over}" if over > 0 else f"{-over} down"

    return [Key(str(n), to(str(n)), small=small(n), on=n == need, makes=n >= need) for n in range(13, -1, -1)]
