"""A published session in the file formats that clubs exchange.

The files contain only what has been published. They leave out every board that somebody still has to play, and
include a board's solution only when it may be seen.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from clubsite.analysis.selectors.solutions import solutions_of
from clubsite.installation import site_version
from clubsite.nights.models import Board, ContestantPerson, Session, TableBoard, TableBoardState
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import PublishedSection, RankingList, TravellerLine
from clubsite.secrecy.rule import WhyNot
from games.boards import dealer_of, vulnerability_of
from games.deals import Deal
from games.notation.deal_files import CARDS_ONLY, write_deals
from games.notation.records import FILE_SEAT, BareBoard, DealRecord, Optimum
from games.seats import Seat
from games.wording import numbers_told
from scoring.figures import mp_text, percent_text
from scoring.files.csv_files import write_ranking, write_travellers
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.files.pbn import write_pbn_results
from scoring.files.usebio import write_usebio
from scoring.lines import STATUS_CODES, Status
from scoring.result import BoardResult
from scoring.session_scores import RankingRow
from solver.verdicts.solution import Solution

PAIR_BETWEEN = " & "
FOULED_GROUPS = {Status.FOULED: "FOU"}
PERCENTS = re.compile(r"A(?:(\d\d)(\d\d)|([\d.]+)/([\d.]+))", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file, with its extension, title and purpose."""

    ending: str
    title: str
    about: str
    mime: str
    write: Callable[[ResultFile], str]


def _deals(result_file: ResultFile) -> list[DealRecord]:
    return [board for board in result_file.boards if isinstance(board, DealRecord)]


RESULT_FORMATS = {
    "results.xml": Format(
        "xml",
        "Results as USEBIO 1.2",
        "For club sites and federations: ranking, travellers, rulings in full, cards.",
        "application/xml",
        write_usebio,
    ),
    "results-1.3.xml": Format(
        "xml",
        "Results as USEBIO 1.3",
        "The same in the newer version.",
        "application/xml",
        lambda result_file: write_usebio(result_file, "1.3"),
    ),
    "boards.pbn": Format(
        "pbn",
        "Boards and results as PBN",
        "For programs that show hands: cards, the dummies in their order, travellers, rulings in full, best results.",
        "text/plain",
        write_pbn_results,
    ),
    "boards.lin": Format(
        "lin",
        "Cards as LIN",
        "For hand viewers: the four hands, and the dummies in their order, but no calls, cards played or results.",
        "text/plain",
        lambda result_file: write_deals("LIN", _deals(result_file), result_file.event).decode(),
    ),
    "ranking.csv": Format("csv", "Ranking as CSV", "For a spreadsheet.", "text/csv", write_ranking),
    "travellers.csv": Format(
        "csv",
        "Travellers as CSV",
        "Every score and ruling, for a spreadsheet and for “python -m scoring traveller”. No names, no cards.",
        "text/csv",
        write_travellers,
    ),
}


def files_page(published: Published) -> dict[str, Any]:
    """Return all files for a session. A section with its own boards also has its own copy of each file. `withheld` has
    the numbers of the boards still to be played at publication (SOLO-31).
    """
    rows = [
        {"name": name, "title": f"{kind.title}, section {own}" if own else kind.title, "about": kind.about, "own": own}
        for own in _parts(published)
        for name, kind in RESULT_FORMATS.items()
        if name != "boards.lin" or _deals(result_file(published, own))
    ]
    return {"published": published, "downloads": rows, "withheld": _withheld(published)}


def _withheld(published: Published) -> list[str]:
    """Return the numbers of scored boards that are left out because somebody here still had to play them."""
    elsewhere = {pk for pk, why in published.hidden.items() if why is WhyNot.OWED_ELSEWHERE}
    shown = published.board_ids | elsewhere
    scored = TableBoard.objects.filter(round__section__session=published.session, score_entries__isnull=False)
    rest = scored.exclude(state=TableBoardState.VOID).exclude(board__in=shown)
    numbers = rest.values_list("board__number", flat=True)
    return [str(number) for number in sorted(set(numbers))]


def published_file(published: Published, name: str, own: str = "") -> tuple[str, str, str]:
    """Return the (text, MIME type, file name) of a file. Raise Http404 if there is no such file."""
    if name not in RESULT_FORMATS or own not in _parts(published):
        raise Http404("No such file")
    form = RESULT_FORMATS[name]
    stem = f"{published.session.date:%Y-%m-%d}-{published.session.public_id}{f'-{own}' if own else ''}"
    kind = name.partition(".")[0]
    return form.write(result_file(published, own)), form.mime, f"{stem}-{kind}.{form.ending}"


def members_report(published: Published) -> str:
    """Return a USEBIO file with members' numbers, for a director to pass on. It covers the sections that share the
    session's boards.
    """
    return write_usebio(result_file(published, _parts(published)[0], ids=True))


def _parts(published: Published) -> list[str]:
    """Return the letters of the sections with their own boards. "" comes first if other sections share the
    session's boards.
    """
    own = [section.name for section in published.sections if section.own_boards]
    return own if len(own) == len(published.sections) else ["", *own]


def result_file(published: Published, own: str = "", ids: bool = False) -> ResultFile:
    """Return a session's data for its files: the sections that share the session's boards, or one section with its
    own.

    `ids` adds members' numbers, for the director's own report only, never for a public page.
    """
    sections = [s for s in published.sections if (s.name if s.own_boards else "") == own]
    shown = {board.id for section in sections for board in published.boards_of(section)}
    numbers = _ids(published) if ids else {}
    return ResultFile(
        sections=tuple(_section(published, section, numbers) for section in sections),
        event=published.session.name,
        club=published.club.name,
        date=f"{published.session.date:%Y-%m-%d}",
        method=published.method,
        winners=2 if all(section.winners == 2 for section in sections) else 1,
        boards=tuple(_boards(published, shown)),
        identifier=published.session.public_id,
        venue=published.club.venue,
        program_version=site_version(),
    )


def _ids(published: Published) -> dict[int, tuple[str, ...]]:
    """Map each contestant id to the members' numbers of the people who played as that contestant from round 1."""
    rows = ContestantPerson.objects.filter(contestant__in=published.labels, from_round=1).order_by("pk")
    numbers: dict[int, tuple[str, ...]] = {}
    for contestant, number in rows.values_list("contestant", "person__number"):
        numbers[contestant] = (*numbers.get(contestant, ()), number)
    return numbers


def _section(published: Published, section: PublishedSection, ids: dict[int, tuple[str, ...]]) -> FileSection:
    contestants = [
        _contestant(published, row, ranking, ids) for ranking in section.rankings_of_all for row in ranking.rows
    ]
    lines = [file_line(line, published.labels) for board in published.boards_of(section) for line in board.lines]
    return FileSection(section.name, tuple(contestants), tuple(sorted(lines, key=lambda line: line.board)))


def _contestant(
    published: Published, row: RankingRow, ranking: RankingList, ids: dict[int, tuple[str, ...]]
) -> FileContestant:
    name = published.names.get(row.contestant, f"Player {row.label}")
    return FileContestant(
        number=row.label,
        names=tuple(name.split(PAIR_BETWEEN)) if ranking.four_handed else (name,),
        direction=ranking.direction if ranking.direction in ("NS", "EW") else "",
        place=row.place_text,
        total=mp_text(row.won),
        percentage="" if row.percentage is None else percent_text(row.percentage),
        ids=ids.get(row.contestant, ()),
    )


def file_line(line: TravellerLine, labels: Mapping[int, str]) -> FileLine:
    """Return one line of a file. For a ruling, leave out the contract, which was not scored.

    `labels` has the number, as written in the file, of both contestants.
    """
    assert line.result is not None
    result, (ns, ew) = line.result, (line.mp_of("ns"), line.mp_of("ew"))
    played = result.status in (Status.PLAYED, Status.FOULED)
    return FileLine(
        board=line.board,
        ns=labels[line.ns],
        ew=labels[line.ew],
        contract=result.contract if played or result.status == Status.PASSED_OUT else "",
        declarer=_seat(result.declarer, line.four_handed) if played else "",
        lead=result.lead if played else "",
        tricks=result.tricks if played else None,
        score=_score(result),
        ns_points="" if ns is None else mp_text(ns),
        ew_points="" if ew is None else mp_text(ew),
        table=_number(line.table),
        round=line.round,
        group=result.group or FOULED_GROUPS.get(result.status, ""),  # older publications do not say
        award=_award(line),
    )


def _seat(declarer: str, pairs: bool) -> str:
    """Return the seat as written in files, where the player in North sits in West (SOLO-11a)."""
    return declarer if pairs else FILE_SEAT.get(declarer, declarer)


def _score(result: BoardResult) -> str:
    """Return the score in the form that `scoring.lines.parse_score_text` reads.

    An assigned score is written with its weight, and an assigned percentage once for each side. Both can therefore
    be told apart from a score made at the table and from an artificial score.
    """
    text = " ".join(result.ruling.split())
    if result.status in STATUS_CODES:
        return STATUS_CODES[result.status]
    if result.status == Status.ASSIGNED:
        both = PERCENTS.fullmatch(text)
        return f"A{both[1] or both[3]} / A{both[2] or both[4]}" if both else text or f"100% {result.ns_score}"
    return text or ("NP" if result.ns_score is None else str(result.ns_score))


def _award(line: TravellerLine) -> str:
    """Return a ruling's outcome, like `A6040`, for programs without rulings, or "" (also for IMPs, whose top is 1)."""
    ns, ew, top = line.mp_of("ns"), line.mp_of("ew"), line.points.top if line.points else 0
    ruled = line.result is not None and line.result.status == Status.ASSIGNED
    if not ruled or ns is None or ew is None or top < 2:
        return ""
    shares = [min(99, max(0, round(points / top * 100))) for points in (ns, ew)]
    return f"A{shares[0]:02}{shares[1]:02}"


def _number(table: int | str) -> int | None:
    """Return a table's number without its section letter."""
    figures = "".join(filter(str.isdigit, str(table)))
    return int(figures) if figures else None


def _boards(published: Published, shown: set[int]) -> list[DealRecord | BareBoard]:
    solutions = solutions_of(published, shown)
    boards = {published.cards[pk].number: published.cards[pk] for pk in shown if pk in published.cards}
    return [board_record(board, solutions.get(board.pk)) for _, board in sorted(boards.items())]


def board_record(board: Board, solution: Solution | None = None) -> DealRecord | BareBoard:
    """Return a board that the reader may see, as it is written in files."""
    dealer, vul = Seat(board.dealer), board.vulnerability
    if not board.known:
        return BareBoard(board.number, dealer, vul)
    deal = Deal.from_setup(board.setup())
    return DealRecord(board.number, dealer, vul, deal, True, _optimum(solution) if solution else None)


def _optimum(solution: Solution) -> Optimum:
    reached = tuple((contract, declarer) for contract, declarer in solution.contracts if declarer)
    return Optimum(solution.values, solution.points, reached)


def pending_of(session: Session) -> dict[str, Any] | None:
    """Return a summary of the file of boards that is waiting for the director's decision, or None. It has numbers and
    counts, but no cards. `ordered` means that the file's format can hold the dummies' order.
    """
    pending = session.board_sets.filter(pending=True).first()
    if pending is None:
        return None
    boards = list(pending.boards.order_by("number"))
    usual = [(dealer_of(board.number), vulnerability_of(board.number)) for board in boards]
    return {
        "file_name": pending.file_name,
        "format": pending.source.upper(),
        "count": len(boards),
        "numbers": numbers_told([board.number for board in boards]),
        "unusual": sum((board.dealer, board.vulnerability) != deal for board, deal in zip(boards, usual, strict=True)),
        "ordered": pending.source.upper() not in CARDS_ONLY,
        "board_set": pending,
    }
