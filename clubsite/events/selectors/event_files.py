"""A published event in the file formats that clubs and federations exchange: the whole field, and the boards that this
reader may see. Names are as each person's club shows them to this reader.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django.http import Http404

from clubsite.duplicate.models import SectionKind
from clubsite.events.models import EventEntrant, EventLine, Heat
from clubsite.events.selectors.event_field import boards_hidden, boards_seen, field_line
from clubsite.events.selectors.event_payload import PUBLISHED_LINE
from clubsite.events.selectors.event_reader import (
    EventReader,
    FieldRow,
    board_fields,
    heats_taking_part,
    published_reader,
)
from clubsite.exchange.selectors.result_files import PAIR_BETWEEN, RESULT_FORMATS, board_record, file_line
from clubsite.installation import site_version
from clubsite.members.visitor import Visitor
from scoring.figures import mp_text, percent_text
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile

EVENT_FORMATS = {name: form for name, form in RESULT_FORMATS.items() if name != "boards.lin"}
BY_PLACE, BY_NUMBER = "ranking.csv", "boards.pbn"
"""The file in the order of places, and the one that calls clubs by number, because a name may have spaces."""
WHOLE_LIST = 1_000_000  # rows


def event_files_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the files of a published event, and the boards that are in none. Raise Http404 if it is not published."""
    reader = published_reader(public_id, visitor)
    return reader.page(files=EVENT_FORMATS, hidden=boards_hidden(reader, boards_seen(reader)))


def event_file(public_id: str, name: str, visitor: Visitor) -> tuple[str, str, str]:
    """Return the (text, MIME type, file name) of a file. Raise Http404 if there is no such file."""
    if name not in EVENT_FORMATS:
        raise Http404("No such file")
    reader, form = published_reader(public_id, visitor), EVENT_FORMATS[name]
    stem = f"{reader.event.window_opens:%Y-%m-%d}-{public_id}-{name.partition('.')[0]}"
    return form.write(_result_file(reader, name)), form.mime, f"{stem}.{form.ending}"


def _result_file(reader: EventReader, name: str) -> ResultFile:
    """Return the data of the file `name`: a section for each club."""
    event, seen = reader.event, boards_seen(reader)
    heats = list(heats_taking_part(event).order_by("pk"))
    titles = _titles(heats, by_number=name == BY_NUMBER)
    lists = [reader.list_of(key, 0, WHOLE_LIST) for key in reader.keys if not key.stratum]
    rows = [row for shown in lists for row in shown.rows if row.entrant.heat_id in titles]
    if name == BY_PLACE:
        sections = [FileSection(titles[row.entrant.heat_id], (_contestant(row, reader.imps),)) for row in rows]
    else:
        lines = _lines(reader, set(seen))
        contestants: defaultdict[int, list[FileContestant]] = defaultdict(list)
        for row in rows:
            contestants[row.entrant.heat_id].append(_contestant(row, reader.imps))
        sections = [FileSection(titles[one.pk], tuple(contestants[one.pk]), tuple(lines[one.pk])) for one in heats]
    return ResultFile(
        sections=tuple(sections),
        event=event.name,
        club=event.organiser_name,
        date=f"{event.window_opens:%Y-%m-%d}",
        method=reader.settings.method,
        winners=event.winners,
        boards=tuple(board_record(board) for _, board in sorted(seen.items())),
        identifier=event.public_id,
        program_version=site_version(),
    )


def _titles(heats: list[Heat], *, by_number: bool) -> dict[int, str]:
    """Return a title for each heat that no other has."""
    found, names = {}, Counter(heat.club_name for heat in heats)
    for number, heat in enumerate(heats, 1):
        alike = f" ({number})" if names[heat.club_name] > 1 else ""
        found[heat.pk] = str(number) if by_number else f"{heat.club_name}{alike}"
    return found


def _contestant(row: FieldRow, imps: bool) -> FileContestant:
    entrant = row.entrant
    return FileContestant(
        number=entrant.label,
        names=tuple(row.name.split(PAIR_BETWEEN)) if entrant.kind == SectionKind.FOUR_HANDED else (row.name,),
        direction=entrant.line if entrant.line != "ALL" else "",
        place=row.place,
        total=mp_text(row.won),
        percentage="" if imps or row.figure is None else percent_text(row.figure),
        master_points="" if row.master_points is None else mp_text(row.master_points),
    )


def _lines(reader: EventReader, numbers: set[int]) -> defaultdict[int, list[FileLine]]:
    """Return the lines of these boards by heat, each with what the published version says that it is worth."""
    fields = board_fields(reader.event, reader.publication, numbers)
    found: defaultdict[int, list[FileLine]] = defaultdict(list)
    for row in _published(reader, numbers):
        labels = {row.south_id: row.south.label, row.north_id: row.north.label}
        found[row.south.heat_id].append(file_line(field_line(row, fields), labels))
    return found


def _published(reader: EventReader, numbers: set[int]) -> Iterable[EventLine]:
    """Return the lines of these boards as they were published, unsaved. A correction is in none before it is published.

    Of an event of another server only this site's lines are known, as they are now.
    """
    if reader.event.is_remote or reader.publication is None:
        rows = EventLine.every.filter(heat__in=heats_taking_part(reader.event).values("pk"), board__in=numbers)
        return rows.select_related("south__heat", "north").order_by("board", "round", "pk")
    entrants = {one.pk: one for one in EventEntrant.every.filter(heat__event=reader.event).select_related("heat")}
    found = []
    for one in reader.publication.lines:
        said = dict(zip(PUBLISHED_LINE, one, strict=True))
        south, north = entrants.get(said.pop("south_id")), entrants.get(said.pop("north_id"))
        if said["board"] in numbers and south is not None and north is not None:
            found.append(EventLine(**said, south=south, north=north))
    return sorted(found, key=lambda one: (one.board, one.round, one.pk))
