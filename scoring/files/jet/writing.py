"""Writing a new Jet 4 file (Access 2000 to 2003): the pages of an empty file in order, then the tables."""

from collections.abc import Sequence

from scoring.files.jet.records import data_page, packed, placed, record
from scoring.files.jet.shapes import Cell, JetTable
from scoring.files.jet.system_tables import (
    ADMIN,
    CONTAINERS,
    ENGINE,
    EVERYTHING,
    IS_TABLE,
    MADE_ON,
    OBJECTS,
    RIGHTS,
    SYSTEM_OBJECT,
    SYSTEM_RIGHTS,
    SYSTEM_TABLES,
    TABLES,
    USERS,
    Index,
    header_page,
)
from scoring.files.jet.table_pages import (
    MAP_PAGES,
    SystemParts,
    definition_page,
    index_page,
    name_key,
    number_key,
    page_map,
)

FREE_PAGES, SYSTEM_MAPS, FIRST_INDEX, OBJECTS_AT, RIGHTS_AT, FIRST_FREE = 1, 6, 7, 14, 15, 16
COUNTED = "ID"  # a LONG column of this name counts by itself in a table of `counting`
MOST_TABLES = 25


def write_database(tables: Sequence[JetTable], counting: Sequence[str] = ()) -> bytes:
    """Return the bytes of a file with these tables. Table names may contain only letters.

    `counting` names the tables in which the ID column numbers the rows. Raise ValueError for tables that this kind
    of file cannot hold.
    """
    if len(tables) > MOST_TABLES:
        raise ValueError(f"more than {MOST_TABLES} tables")
    pages: dict[int, bytes] = {0: header_page()}
    homes = [_table(pages, table, table.name in counting) for table in tables]
    objects = _objects(tables, homes)
    rights = [*SYSTEM_RIGHTS, *((home, who, EVERYTHING, False) for home in homes for who in (ADMIN, USERS))]
    contents: dict[str, Sequence[Sequence[Cell]]] = {OBJECTS.name: objects, RIGHTS.name: rights}
    pages |= _system_pages(contents)
    free = page_map(range(max(pages) + 1, MAP_PAGES))
    pages[FREE_PAGES] = data_page(1, [free, page_map(())])
    return b"".join(pages[number] for number in range(len(pages)))


def _table(pages: dict[int, bytes], table: JetTable, counts: bool) -> int:
    """Add a table's definition, maps and rows to `pages`. Return the number of the page with the definition."""
    home = max(max(pages) + 1, FIRST_FREE)
    columns = placed(table.columns)
    parts = packed(record(columns, row) for row in table.rows)
    used = range(home + 2, home + 2 + len(parts))
    if used and used[-1] >= MAP_PAGES:
        raise ValueError("the file would be larger than 2 MB")
    maps = (home + 1) << 8
    pages[home] = definition_page(columns, len(table.rows), (maps, maps | 1), COUNTED if counts else "")
    pages[home + 1] = data_page(0, [page_map(used), page_map(used[-1:])])
    for number, rows in zip(used, parts, strict=True):
        pages[number] = data_page(home, rows)
    return home


def _objects(tables: Sequence[JetTable], homes: Sequence[int]) -> list[list[Cell]]:
    system = [(table.page, TABLES, table.name, IS_TABLE, ENGINE) for table in SYSTEM_TABLES]
    rows = [_object(*entry, SYSTEM_OBJECT) for entry in (*CONTAINERS, *system)]
    return rows + [
        _object(home, TABLES, table.name, IS_TABLE, ADMIN, 0) for table, home in zip(tables, homes, strict=True)
    ]


def _object(number: int, parent: int, name: str, kind: int, owner: bytes, flags: int) -> list[Cell]:
    return [number, parent, name, kind, MADE_ON, MADE_ON, owner, flags, *[None] * 9]


def _system_pages(contents: dict[str, Sequence[Sequence[Cell]]]) -> dict[int, bytes]:
    """Return the pages of the four system tables: definitions, indexes and rows, and the page that holds their maps."""
    pages: dict[int, bytes] = {}
    maps: list[bytes] = []
    next_index = FIRST_INDEX
    for table in SYSTEM_TABLES:
        rows = contents.get(table.name, ())
        columns = placed(table.columns)
        at = {OBJECTS.name: OBJECTS_AT, RIGHTS.name: RIGHTS_AT}.get(table.name, 0)
        if rows:
            parts = packed(record(columns, row) for row in rows)
            if len(parts) > 1:
                raise ValueError("too many tables")
            pages[at] = data_page(table.page, parts[0])
        first = len(maps)
        maps += [page_map([at] if rows else ())] * 2
        own = {number: len(maps) + 2 * place for place, number in enumerate(sorted(table.long_values))}
        long_values = [(number, _map(own[number]), _map(own[number] + 1)) for number in table.long_values]
        maps += [page_map(())] * (2 * len(own))
        indexes = []
        for index in table.indexes:
            indexes.append((index, _map(len(maps)), next_index))
            maps.append(page_map([next_index]))
            pages[next_index] = index_page(table.page, _entries(index, rows, at))
            next_index += 1
        pages[table.page] = definition_page(
            columns,
            len(rows),
            (_map(first), _map(first + 1)),
            system=SystemParts(indexes, table.listed, long_values),
        )
    pages[SYSTEM_MAPS] = data_page(0, maps)
    return pages


def _map(place: int) -> int:
    return SYSTEM_MAPS << 8 | place


def _entries(index: Index, rows: Sequence[Sequence[Cell]], at: int) -> list[bytes]:
    """Return an index entry for each row: the keys of its columns, then its location."""
    entries = []
    for place, row in enumerate(rows):
        keys = b"".join(_key(row[number]) for number in index.columns)
        entries.append(keys + (at << 8 | place).to_bytes(4, "big"))
    return entries


def _key(cell: Cell) -> bytes:
    return number_key(cell) if isinstance(cell, int) else name_key(str(cell))
