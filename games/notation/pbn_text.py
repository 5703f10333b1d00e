"""The syntax of PBN files. The text is split into games, each with a table of tags. Values are not parsed here."""

import re
from dataclasses import dataclass, field

TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\r\n]|\\.)*)"\s*\]')
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
    """The tags and tables of one game. `place` is the game's number, from 1, and `line` is the line where it begins."""

    place: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tables: dict[str, PbnRows] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PbnFault:
    """A tag or comment that cannot be read. `game` is the game that contains it, or None before the first game."""

    game: PbnGame | None
    field: str
    message: str


def games_of(text: str) -> tuple[list[PbnGame], list[PbnFault]]:
    """Return the games that have a Board, Deal or Dealer tag, and a list of faults."""
    cutter = _Cutter(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    cutter.run()
    with_boards = [game for game in cutter.games if game.tags.keys() & {"Board", "Deal", "Dealer"}]
    for place, game in enumerate(with_boards, start=1):
        game.place = place
    return with_boards, cutter.faults


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.end = len(text.rstrip())
        self.counted, self.lines = 0, 1  # newlines are counted once, as a file may have a fault on every line
        self.blank = False  # an empty line has passed since the last tag
        self.table: PbnRows | None = None  # where rows go
        self.games: list[PbnGame] = []
        self.faults: list[PbnFault] = []

    def run(self) -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            line_start = self.at == 0 or self.text[self.at - 1] == "\n"
            if char == "\n":
                self.blank = self.blank or line_start
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
        found = WORD.match(self.text, self.at)
        if found and self.table is not None and not found[0].isspace():
            line = self._line()
            if not self.table.rows or self.table.rows[-1][0] != line:
                self.table.rows.append((line, []))
            quoted = found[1] is not None
            self.table.rows[-1][1].append(_plain(found[1]) if quoted else found[0].strip('"'))
        self.at = found.end() if found else self.at + 1

    def _to_end_of_line(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _comment(self) -> None:
        end = self.text.find("}", self.at)
        if end < 0:
            self._fault("comment", "the file breaks off: a comment opened with { is never closed")
        self.at = len(self.text) if end < 0 else end + 1

    def _tag(self) -> None:
        found = TAG.match(self.text, self.at)
        if found:
            name, value = found[1], _plain(found[2])
            game = self._game_for(name)
            game.tags[name] = self._inherited(name, value)
            self.table = PbnRows(_columns(found[2])) if name.endswith("Table") else None
            if self.table is not None:
                game.tables[name] = self.table
            self.at = found.end()
            return
        self.table = None
        start = TAG_START.match(self.text, self.at)
        name = start[1] if start else ""
        begun = self.at
        self._to_end_of_line()
        rest = self.text[begun : self.at]
        self._game_for(name)
        if self.at >= self.end and not rest.rstrip().endswith("]"):
            self._fault(name or "tag", "the file breaks off inside this tag")
        elif name in READ:
            self._fault(name, f"this tag cannot be read: {rest[:30]!r}")

    def _game_for(self, name: str) -> PbnGame:
        """Return the game to which a tag of this name belongs.

        A new game begins when the name repeats, or at an empty line after the deal.
        """
        current = self.games[-1] if self.games else None
        if current is None or name in current.tags or (self.blank and "Deal" in current.tags):
            current = PbnGame(len(self.games) + 1, self._line())
            self.games.append(current)
        self.blank = False
        return current

    def _inherited(self, name: str, value: str) -> str:
        """Return the value or, if it is `#`, the value of the same tag in the previous game."""
        earlier = self.games[-2].tags if len(self.games) > 1 else {}
        return earlier.get(name, value) if value == "#" else value

    def _line(self) -> int:
        self.lines += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.lines

    def _fault(self, field_name: str, message: str) -> None:
        line = self._line()
        self.faults.append(PbnFault(self.games[-1] if self.games else None, field_name, f"{message} (line {line})"))


def _plain(text: str) -> str:
    """Return a quoted string without its escaping backslashes."""
    return re.sub(r"\\(.)", r"\1", text)


def _columns(value: str) -> list[str]:
    r"""Return column names without their order and width: `+Rank\3R` becomes `Rank`."""
    return [column.strip().lstrip("+-").partition("\\")[0] for column in value.split(";")]
