"""The syntax of PBN files. The text is split into games, each with a table of tags. Values are not parsed here.

A game begins at a second Event, Board, Deal, Dealer or Vulnerable. Tags between an empty line and that tag belong to
the game that begins. The standard begins a game at every empty line, but many programs leave one inside a game.
"""

import re
from dataclasses import dataclass, field, replace

TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\r\n]|\\.)*)"\s*\]')
BEGINS = frozenset({"Event", "Board", "Deal", "Dealer", "Vulnerable"})
LASTING = frozenset({"Event", "Site", "Date", "Scoring"})  # the standard forbids ## for a board's own facts
RESULTS = frozenset({"ScoreTable", "ExactScoreTable"})
BOARD_IN_COMMENT = re.compile(r"^[ \t]*\[\s*(?:Board|Deal(?:er)?)\b", re.MULTILINE)
READ = frozenset({"Board", "Dealer", "Vulnerable", "Deal", "EastSequence", "WestSequence"})
TAG_START = re.compile(r"\[\s*(\w*)")
WORD = re.compile(r'"((?:[^"\\\r\n]|\\[^\r\n])*)"|[^\s\[{;]+|.', re.DOTALL)


@dataclass(slots=True)
class PbnRows:
    """A section of rows under a tag such as `[ScoreTable "Rank\\2R;Names"]`: each row is (line, values as written)."""

    columns: list[str]
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


@dataclass(slots=True)
class PbnGame:
    """The tags and tables of one game. `place` is the game's number, from 1, and `line` is the line where it begins.

    A table that occurs several times in a game, such as one for each section, is kept that many times.
    """

    place: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tables: dict[str, list[PbnRows]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PbnFault:
    """A tag or comment that cannot be read. `game` is the game that contains it, or None before the first game."""

    game: PbnGame | None
    field: str
    message: str


def games_of(text: str) -> tuple[list[PbnGame], list[PbnFault]]:
    """Return the games that have a Board, Deal or Dealer tag, and a list of faults.

    Results that name no board are reported as a fault with their line.
    """
    cutter = _Cutter(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    cutter.run()
    games: list[PbnGame] = []
    homes: dict[int, PbnGame] = {}
    strays: list[PbnFault] = []
    for part in cutter.parts:
        if games and not any(name in part.tags and name in games[-1].tags for name in BEGINS):
            _join(games[-1], part)
        else:
            named = next((name for name in part.tags if name in BEGINS | RESULTS), "")
            strays += _results_of_no_board(part) if games and named in RESULTS else []
            games.append(part)
        homes[id(part)] = games[-1]
    faults = [replace(fault, game=homes[id(fault.game)] if fault.game else None) for fault in cutter.faults]
    with_boards: list[PbnGame] = []
    for game in games:
        if game.tags.keys() & {"Board", "Deal", "Dealer"}:
            with_boards.append(game)
            game.place = len(with_boards)
        else:
            strays += _results_of_no_board(game)
    _inherit(games)
    return with_boards, faults + strays


def _join(game: PbnGame, part: PbnGame) -> None:
    """Add a part to its game. A tag that the game has already is ignored, as the standard says."""
    for name, value in part.tags.items():
        game.tags.setdefault(name, value)
    for name, tables in part.tables.items():
        game.tables.setdefault(name, []).extend(tables)


def _results_of_no_board(game: PbnGame) -> list[PbnFault]:
    lines = [table.rows[0][0] for name in RESULTS for table in game.tables.get(name, ()) if table.rows]
    return [PbnFault(None, "ScoreTable", f"no board is named before these results (line {line})") for line in lines]


def _inherit(games: list[PbnGame]) -> None:
    """Replace `#` by the tag's last value, and give a value that began with `##` to all later games without the tag."""
    latest: dict[str, str] = {}
    lasting: set[str] = set()
    for game in games:
        for name, value in game.tags.items():
            if value.startswith("##") and name in LASTING:
                lasting.add(name)
                latest[name] = value[2:]
            elif value != "#":
                latest[name] = value.strip()
            game.tags[name] = latest.get(name, "")
        for name in lasting:
            game.tags.setdefault(name, latest[name])


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.end = len(text.rstrip())
        self.counted, self.lines = 0, 1  # newlines are counted once, as a file may have a fault on every line
        self.blank = False  # an empty line has passed since the last tag
        self.table: PbnRows | None = None  # where rows go
        self.columns: dict[str, str] = {}  # the columns that each table had last
        self.parts: list[PbnGame] = []
        self.faults: list[PbnFault] = []

    def run(self) -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            line_start = self.at == 0 or self.text[self.at - 1] == "\n"
            if char == "\n":
                self.blank = self.blank or not self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at].strip()
                self.at += 1
            elif char == ";" or (char == "%" and line_start):
                self._to_end_of_line()
            elif char == "{":
                self._comment()
            elif char == "[":
                self._tag()
            else:
                self._word()

    def _word(self) -> None:
        match = WORD.match(self.text, self.at)
        if match and self.table is not None and not match[0].isspace():
            line = self._line()
            if not self.table.rows or self.table.rows[-1][0] != line:
                self.table.rows.append((line, []))
            quoted = match[1] is not None
            self.table.rows[-1][1].append(_plain(match[1]) if quoted else match[0].strip('"'))
        self.at = match.end() if match else self.at + 1

    def _to_end_of_line(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _comment(self) -> None:
        end = self.text.find("}", self.at)
        if BOARD_IN_COMMENT.search(self.text, self.at, len(self.text) if end < 0 else end):
            self._fault("comment", "a board stands in the comment that is opened here with {: its } is missing")
        elif end < 0:
            self._fault("comment", "the file breaks off: a comment opened with { is never closed")
        self.at = len(self.text) if end < 0 else end + 1

    def _tag(self) -> None:
        match = TAG.match(self.text, self.at)
        if match:
            name, value = match[1], match[2]
            part = self._part_for(name)
            part.tags.setdefault(name, _plain(value))
            self.table = None
            if name.endswith("Table"):
                self.columns[name] = self.columns.get(name, "") if value == "#" else value.removeprefix("##")
                self.table = PbnRows(_columns(self.columns[name]))
                part.tables.setdefault(name, []).append(self.table)
            self.at = match.end()
            return
        self.table = None
        start = TAG_START.match(self.text, self.at)
        name = start[1] if start else ""
        begun = self.at
        self._to_end_of_line()
        rest = self.text[begun : self.at]
        self._part_for(name)
        if self.at >= self.end and not rest.rstrip().endswith("]"):
            self._fault(name or "tag", "the file breaks off inside this tag")
        elif name in READ:
            self._fault(name, f"this tag cannot be read: {rest[:30]!r}")

    def _part_for(self, name: str) -> PbnGame:
        """Return the part of a game to which a tag of this name belongs.

        A new part begins at an empty line, or when a tag that begins a game repeats.
        """
        if not self.parts or self.blank or (name in BEGINS and name in self.parts[-1].tags):
            self.parts.append(PbnGame(len(self.parts) + 1, self._line()))
        self.blank = False
        return self.parts[-1]

    def _line(self) -> int:
        self.lines += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.lines

    def _fault(self, field_name: str, message: str) -> None:
        line = self._line()
        self.faults.append(PbnFault(self.parts[-1] if self.parts else None, field_name, f"{message} (line {line})"))


def _plain(text: str) -> str:
    """Return a quoted string without its escaping backslashes."""
    return re.sub(r"\\(.)", r"\1", text)


def _columns(value: str) -> list[str]:
    r"""Return column names without their order and width: `+Rank\3R` becomes `Rank`."""
    return [column.strip().lstrip("+-").partition("\\")[0] for column in value.split(";")]
