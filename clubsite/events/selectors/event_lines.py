"""An entrant's own card in an event, the places for pages of clubs, and the whole field in files for other programs."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.urls import reverse

from clubsite.core.responses import found_or_404
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.events.models import EventEntrant, EventLine, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.models.rankings import PUBLISHED_LINE
from clubsite.events.selectors import event_field
from clubsite.events.selectors.event_facts import event_standing
from clubsite.events.selectors.event_field import BoardFields, board_fields, boards_seen
from clubsite.events.selectors.event_reader import EventReader, published_reader
from clubsite.files.selectors import PAIR_BETWEEN, RESULT_FORMATS, board_record, file_line
from clubsite.installation import site_version
from clubsite.nights.models import SectionKind, Session
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.shapes import Side, TravellerLine
from clubsite.readers.visitor import Visitor
from clubsite.results.over_all import CardOverAll, WiderList, WiderRanking, with_unit
from clubsite.results.selectors.boards import PageLine
from games.wording import contestant_sides, group_name, group_title
from scoring.figures import mp_text, percent_text, whole_parts
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.ranking import Place

ONLY_HERE = "Penalties and awards at the club, and boards that count there alone"
ONLY_OVER_ALL = "Penalties and awards over all, and boards that count there alone"
EVENT_FORMATS = {name: form for name, form in RESULT_FORMATS.items() if name != "boards.lin"}


@dataclass(frozen=True, slots=True)
class BoardWorth:
    """The worth of a line to one side, among `results` results. `share` is its part of the top in percent, or IMPs."""

    points: Fraction
    top: int
    results: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """A board on the card. `here` and `over_all` are None if the board does not count there. `part` is what the board
    contributes to the difference, and `own_score` has the points from this entrant's side.
    """

    score: PageLine
    side: str
    opponent: str
    own_score: int | None
    here: BoardWorth | None
    over_all: BoardWorth | None
    part: Fraction | None = None


def entrant_card(public_id: str, visitor: Visitor, heat_id: str, label: str) -> dict[str, Any]:
    """Return an entrant's card in a published event. `here` and `over_all` are the figures as they are ranked, and
    `rest` has what only one of the two counts. `night` is the club's own, or None if this reader may not read it. Raise
    Http404 if there is no such entrant, and MembersOnly if the visitor may not read the club's results.
    """
    reader = published_reader(public_id, visitor)
    rows = EventEntrant.every.filter(heat=reader.heat(heat_id)).select_related("heat__club", "heat__session")
    entry = rows.filter(label=label).first() or rows.filter(label=label.upper()).first()
    entrant = found_or_404(entry, "No such player")
    night = None
    if (club := reader.at(entrant.heat)) is not None:
        club.require_access()
    if entrant.heat.session is not None:
        with suppress(Http404):
            night = published_or_404(entrant.heat.session.public_id, visitor)
    lists = (reader.list_of(key, only=[entrant.pk]) for key in reader.keys)
    places = [(row, shown) for shown in lists for row in shown.rows]
    here = figure_here(night, entrant.contestant_id) if night is not None and night.imps == reader.imps else None
    over_all = next((row.figure for row, shown in places if not shown.key.stratum), None)
    lines, rest = _with_parts(_lines(reader, entrant, night), here, over_all, 1 if reader.imps else 100)
    differs_by = None if here is None or over_all is None else over_all - here
    page = reader.page(entrant=entrant, name=reader.names([entrant])[entrant.pk], night=night, places=places)
    return page | {"lines": lines, "here": here, "over_all": over_all, "differs_by": differs_by, "rest": rest}


def figure_here(night: Published, contestant: int | None) -> Fraction | None:
    """Return the figure with which a contestant is ranked at the club: a percentage, or the IMPs per board."""
    rows = (row for ranking in rankings_published(night) if ranking.whole for row in ranking.rows)
    return next((row.mean if night.imps else row.percentage for row in rows if row.contestant == contestant), None)


def _lines(reader: EventReader, entrant: EventEntrant, night: Published | None) -> list[EntrantLine]:
    rows = EventLine.every.filter(Q(south=entrant) | Q(north=entrant), board__in=boards_seen(reader))
    rows = rows.select_related(*event_field.WITH_PEOPLE).order_by("board", "pk")
    names = reader.names(other for line in rows for other in (line.south, line.north))
    fields = board_fields(reader, {line.board for line in rows})
    at_club = {line.table_board: (board, line) for board in (night.boards if night else ()) for line in board.lines}
    lines = []
    for row in rows:
        side: Side = "ns" if row.south_id == entrant.pk else "ew"
        line, field, here = _page_line(row, fields), fields.get((row.board, row.south.kind)), None
        if night is not None and row.table_board_id in at_club:
            board, local = at_club[row.table_board_id]
            results = sum(other.mp_of("ns") is not None for other in board.lines)
            here = _worth(local, side, results, night.imps)
        over_all = _worth(line, side, field.results if field else 0, reader.imps)
        score, opponent = line.result.ns_score, names[row.north_id if side == "ns" else row.south_id]
        own_score = -score if score is not None and side == "ew" else score
        player = contestant_sides(line.four_handed)[side == "ew"]
        lines.append(EntrantLine(line, player, opponent, own_score, here, over_all))
    return lines


def _worth(line: TravellerLine, side: Side, results: int, imps: bool) -> BoardWorth | None:
    own = line.mp_of(side)
    if line.points is None or own is None:
        return None
    top = line.points.top
    return BoardWorth(own, top, results, own * (1 if imps else 100) / top if top else Fraction(0))


def _with_parts(
    lines: list[EntrantLine], here: Fraction | None, over_all: Fraction | None, unit: int
) -> tuple[list[EntrantLine], list[tuple[str, Fraction]]]:
    """Return the lines with their parts of the difference, and what only one of the two figures counts. The figures are
    sums over the boards, and so is their difference. The parts are exact, and are rounded together so that they add up.
    """
    if here is None or over_all is None:
        return lines, []
    of_here = sum(line.here.top for line in lines if line.here) or 1
    of_all = sum(line.over_all.top for line in lines if line.over_all) or 1
    own_here = [line.here.points * unit / of_here if line.here else Fraction(0) for line in lines]
    own_all = [line.over_all.points * unit / of_all if line.over_all else Fraction(0) for line in lines]
    rest = [(ONLY_HERE, sum(own_here) - here), (ONLY_OVER_ALL, over_all - sum(own_all))]
    parts = [a - h for h, a in zip(own_here, own_all, strict=True)] + [part for _, part in rest]
    shown = [Fraction(part, 100) for part in whole_parts([part * 100 for part in parts], (over_all - here) * 100)]
    with_parts = [replace(line, part=part) for line, part in zip(lines, shown, strict=False)]
    return with_parts, [(words, part) for (words, _), part in zip(rest, shown[len(lines) :], strict=True) if part]


def _page_line(line: EventLine, fields: BoardFields) -> PageLine:
    """Return a line without names, as pages and files show it, with the points that it has among these fields."""
    return PageLine(
        table_board=line.pk,
        section="",
        table=line.table,
        round=line.round,
        board=line.board,
        board_key=str(line.board),
        ns=line.south_id,
        ew=line.north_id,
        four_handed=line.south.kind == SectionKind.FOUR_HANDED,
        result=line.result,
        points=event_field.points_of(line, fields),
    )


def wider_ranking(session: Session) -> WiderRanking | None:
    """Return the event of which a session is a heat, with the places of the heat's contestants, or None. Only clubs are
    named, so everybody who may read the session's own places may read these.
    """
    heats = Heat.objects.filter(session=session, status=HeatStatus.ACCEPTED).select_related("event__club")
    heat = heats.exclude(event__status=EventStatus.CANCELLED).first()
    if heat is None:
        return None
    rows = EventPlace.objects.filter(entrant__heat=heat, entrant__contestant__isnull=False, stratum="", possible__gt=0)
    place_rows = list(rows.select_related("entrant").order_by("kind", "line", "position"))
    several, as_imps = len({place.kind for place in place_rows}) > 1, heat.event.scoring_settings.imps
    lists, standing, unit = [], event_standing(heat.event), "IMPs" if as_imps else "%"
    for (kind, line), own in groupby(place_rows, key=lambda place: (place.kind, place.line)):
        pairs, first, leader = kind == SectionKind.FOUR_HANDED, standing.of(kind, line), ""
        if first is not None:
            rank = "first equal" if first["place"].endswith("=") else "first"
            figure = _figure(first["won"], first["possible"], as_imps)
            leader = f"{rank} with {with_unit(figure, unit)} at {first['club']}"
        who, placed = "" if line == "ALL" and not several else group_name(line, pairs), first["placed"] if first else 0
        figures = [(place, with_unit(_figure(place.won, place.possible, as_imps), unit)) for place in own]
        places = tuple((place.entrant.contestant_id or 0, place.place, figure) for place, figure in figures)
        lists.append(WiderList(group_title(line, pairs), who, placed, leader, places))
    lists.sort(key=lambda ranking: ranking.title, reverse=True)
    return WiderRanking(heat.event.name, standing.words, tuple(lists))


def _figure(won: str, possible: int, as_imps: bool) -> str:
    """Return the figure of a place: a percentage, or the IMPs won."""
    return imps(Fraction(won)) if as_imps else pct(Fraction(won) * 100 / possible if possible else None)


def here_and_over_all(published: Published, contestant: int) -> CardOverAll | None:
    """Return a contestant's place in a published event with the figures of the club night and of the event, or None."""
    entrants = EventEntrant.objects.filter(contestant=contestant, heat__status=HeatStatus.ACCEPTED)
    entrant = entrants.filter(heat__event__status=EventStatus.PUBLISHED).select_related("heat__event__club").first()
    if entrant is None or not entrant.heat.event.is_closed():
        return None
    reader = EventReader(event := entrant.heat.event, published.visitor.visitor)
    lists = (reader.list_of(key, only=[entrant.pk]) for key in reader.keys if not key.stratum)
    shown = next((ranking for ranking in lists if ranking.rows), None)
    if shown is None:
        return None
    (row,), plain = shown.rows, not reader.imps and not published.imps
    place, figure = Place.read(row.place), imps(row.won) if reader.imps else pct(row.figure)
    words = f"{place.name} of {shown.placed} {shown.key.who}" if place is not None else "Without a place"
    words += f", {figure}\N{NO-BREAK SPACE}{'IMPs' if reader.imps else '%'}"
    card = reverse("events:card", args=[event.public_id, entrant.heat.public_id, entrant.label])
    figures = (figure_here(published, contestant), row.figure) if plain else (None, None)
    return CardOverAll(event.name, event.get_absolute_url(), card, words, *figures)


def event_files_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the files of a published event, and the boards that no file has. Raise Http404 if it is not published."""
    reader = published_reader(public_id, visitor)
    return reader.page(files=EVENT_FORMATS, hidden=event_field.boards_hidden(reader, boards_seen(reader)))


def event_file(public_id: str, name: str, visitor: Visitor) -> tuple[str, str, str]:
    """Return the (text, MIME type, file name) of a file. Raise Http404 if there is no such file."""
    form, reader = found_or_404(EVENT_FORMATS.get(name), "No such file"), published_reader(public_id, visitor)
    stem = f"{reader.event.window_opens:%Y-%m-%d}-{public_id}-{name.partition('.')[0]}"
    return form.write(_result_file(reader, name)), form.mime, f"{stem}.{form.ending}"


def _result_file(reader: EventReader, name: str) -> ResultFile:
    """Return the data of the file `name`: a section for each club."""
    event, seen, titles = reader.event, boards_seen(reader), dict[int, str]()
    heats = list(reader.heats().order_by("pk"))
    names = Counter(heat.club_name for heat in heats)
    for number, heat in enumerate(heats, 1):  # PBN has numbers, because a club's name may have spaces
        alike = f" ({number})" if names[heat.club_name] > 1 else ""
        titles[heat.pk] = str(number) if name == "boards.pbn" else f"{heat.club_name}{alike}"
    ranked = _contestants(reader)
    if name == "ranking.csv":  # in the order of places
        sections = [FileSection(titles[heat], (player,)) for heat, player in ranked if heat in titles]
    else:
        lines, contestants = _file_lines(reader, seen), defaultdict[int, list[FileContestant]](list)
        for pk, contestant in ranked:
            contestants[pk].append(contestant)
        sections = [FileSection(titles[each.pk], tuple(contestants[each.pk]), tuple(lines[each.pk])) for each in heats]
    boards, day = tuple(board_record(board) for _, board in sorted(seen.items())), f"{event.window_opens:%Y-%m-%d}"
    club, method, version = event.organiser_name, reader.settings.method, site_version()
    return ResultFile(
        tuple(sections), event.name, club, day, method, event.winners, boards, event.public_id, program_version=version
    )


def _contestants(reader: EventReader) -> Iterable[tuple[int, FileContestant]]:
    """Yield the contestants of all lists of everybody, in order of places, each with the id of its heat."""
    lists = [reader.list_of(key) for key in reader.keys if not key.stratum]
    for row in (row for shown in lists for row in shown.rows):
        entrant = row.entrant
        names = tuple(row.name.split(PAIR_BETWEEN)) if entrant.kind == SectionKind.FOUR_HANDED else (row.name,)
        percentage = "" if reader.imps or row.figure is None else percent_text(row.figure)
        award = "" if row.master_points is None else mp_text(row.master_points)
        direction, total = entrant.line if entrant.line != "ALL" else "", mp_text(row.won)
        shown = FileContestant(entrant.label, names, direction, row.place, total, percentage, master_points=award)
        yield entrant.heat_id, shown


def _file_lines(reader: EventReader, numbers: Collection[int]) -> defaultdict[int, list[FileLine]]:
    """Return the lines of these boards by heat as they were published, with their worth and without later corrections.
    For an event of another server, only this site's lines are known, as they are now.
    """
    rows: list[EventLine] = []
    if reader.event.is_remote or reader.publication is None:
        known = EventLine.every.filter(heat__in=reader.heats().values("pk"), board__in=numbers)
        rows += known.select_related("south__heat", "north")
    else:
        entrants = {who.pk: who for who in EventEntrant.every.filter(heat__event=reader.event).select_related("heat")}
        for values in reader.publication.lines:
            columns = dict(zip(PUBLISHED_LINE, values, strict=True))
            south, north = entrants.get(columns.pop("south_id")), entrants.get(columns.pop("north_id"))
            if columns["board"] in numbers and south is not None and north is not None:
                rows.append(EventLine(**columns, south=south, north=north))
    fields, by_heat = board_fields(reader, numbers), defaultdict[int, list[FileLine]](list)
    for row in sorted(rows, key=lambda row: (row.board, row.round, row.pk)):
        labels = {row.south_id: row.south.label, row.north_id: row.north.label}
        by_heat[row.south.heat_id].append(file_line(_page_line(row, fields), labels))
    return by_heat
