"""Results for printing: lists of places and boards, whether published or not."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from clubsite.pdf.result_boards import PrintedBoard, PrintedLine
from clubsite.pdf.result_sheets import PlaceTable, SheetHead
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.selectors.teams import TeamTable, team_tables
from clubsite.rankings.shapes import RankingList, Side, TravellerLine
from clubsite.results.selectors.boards import result_words
from clubsite.results.selectors.deal_proof import commitments_of
from games.wording import contestant_sides, counted, seat_name, signed, vulnerability_name
from scoring.figures import fixed_text, mp_text, percent_text
from scoring.session_scores import RankingRow

TROPHY_WORDS = "The trophy goes to {}, by their boards against one another, then by boards above average."


def printed_results(published: Published, *, boards: bool) -> tuple[SheetHead, list[PlaceTable], list[PrintedBoard]]:
    """Return the arguments with which `pdf.results_sheet` prints published results."""
    session, publication = published.session, published.publication
    numbers = len(published.board_numbers)
    head = SheetHead(
        published.club.name,
        session.name,
        f"{session.date:%A} {session.date.day} {session.date:%B %Y}, {counted(numbers, 'board')}",
        f"Version {publication.version} of the results, digest {publication.short}",
    )
    lists = printed_lists(rankings_published(published), team_tables(published), halves=published.halves)
    if lists:
        lists[-1] = replace(lists[-1], notes=(*lists[-1].notes, *map(str, commitments_of(session))))
    if not boards:
        return head, lists, []
    found = [
        printed_board(
            board.key,
            published.cards[board.id].dealer,
            published.cards[board.id].vulnerability,
            [published.named(line) for line in board.lines],
            imps=published.imps,
            halves=published.halves,
        )
        for board in published.boards
    ]
    return head, lists, found


def printed_lists(lists: Iterable[RankingList], teams: Iterable[TeamTable], *, halves: bool) -> list[PlaceTable]:
    """Return the ranking lists for the printed sheet. Team tables come first, because they say who won."""
    return [*map(_teams, teams), *(_places(found, halves) for found in lists)]


def _teams(table: TeamTable) -> PlaceTable:
    rows = tuple((row.place, str(row.team), row.called, str(row.played), fixed_text(row.vps, 2)) for row in table.rows)
    return PlaceTable("Teams", ("Matches", "VPs"), rows)


def _places(found: RankingList, halves: bool) -> PlaceTable:
    columns = ("Boards", "a board", "IMPs") if found.imps else ("Points", "%")
    notes = [
        f"{row.name}: {_penalty_name(row)} of {mp_text(abs(row.penalty))} is in the figures." for row in found.penalised
    ]
    if found.trophy:
        notes.append(TROPHY_WORDS.format(found.trophy))
    rows = tuple(_place(row, found, halves) for row in found.rows)
    return PlaceTable(found.title, columns, rows, tuple(notes))


def _place(row: RankingRow, found: RankingList, halves: bool) -> tuple[str, ...]:
    who = (row.place_text or "-", row.label, row.name + (", not ranked" if row.robot else ""))
    if found.imps:
        return (*who, str(row.possible), _imps(row.mean), _imps(row.won))
    share = Fraction(1, 2) if halves else Fraction(1)
    points = f"{mp_text(row.won * share)} of {mp_text(row.possible * share)}"
    return (*who, points, "-" if row.percentage is None else percent_text(row.percentage))


def _penalty_name(row: RankingRow) -> str:
    return "a penalty" if row.penalty > 0 else "an award"


def _imps(points: Fraction | None) -> str:
    return "-" if points is None else f"{'+' if points > 0 else ''}{mp_text(points)}"


def printed_board(
    key: str, dealer: str, vul: str, lines: Sequence[TravellerLine], *, imps: bool, halves: bool
) -> PrintedBoard:
    """Return a board with the best score for South first and lines without a score last."""
    pairs = bool(lines) and all(line.four_handed for line in lines)
    facts = f"{seat_name(dealer)} deals, {vulnerability_name(vul, pairs)}"
    ordered = sorted(lines, key=_best_first)
    return PrintedBoard(key, facts, contestant_sides(pairs), tuple(_line(line, imps, halves) for line in ordered))


def _best_first(line: TravellerLine) -> tuple[bool, int, str]:
    score = line.result.ns_score if line.result else None
    return (score is None, -(score or 0), str(line.table).rjust(5))


def _line(line: TravellerLine, imps: bool, halves: bool) -> PrintedLine:
    result = line.result
    if result is None:
        return PrintedLine(str(line.table), (line.south, line.north), words="No score yet")
    return PrintedLine(
        str(line.table),
        (line.south, line.north),
        contract=result.contract,
        declarer=result.declarer,
        lead=result.lead,
        tricks="" if result.tricks is None else str(result.tricks),
        score="" if result.ns_score is None else signed(result.ns_score),
        points=(_points(line, "ns", imps, halves), _points(line, "ew", imps, halves)),
        words=result_words(result, line.four_handed),
    )


def _points(line: TravellerLine, side: Side, imps: bool, halves: bool) -> str:
    points = line.mp_of(side)
    if points is None:
        return ""
    return _imps(points) if imps else mp_text(points / 2 if halves else points)
