"""The page layouts of Jet 3 and Jet 4. Every number is an offset or a size in bytes."""

from dataclasses import dataclass

HEADER = b"\x00\x01\x00\x00Standard Jet DB\x00"
VERSION_AT = 0x14
DATA, DEFINITION, BITMAP = 1, 2, 5  # kinds of page, its first byte
CATALOGUE = 2  # the page that defines the table of tables


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one Jet version.

    If `wide`, lengths, counts and offsets in rows and names take two bytes, and text is Unicode.
    """

    name: str
    page: int
    wide: bool
    slots_at: int  # in a data page: number of rows, then where each one begins
    table_at: int  # in a definition: its kind, then counts of columns
    usage_at: int  # the map of the pages with the rows
    indexes_at: int
    index_size: int
    column_size: int
    number_at: int  # in a column
    variable_at: int
    flags_at: int
    fixed_at: int


JET3 = Layout(
    name="Access 97",
    page=2048,
    wide=False,
    slots_at=8,
    table_at=20,
    usage_at=35,
    indexes_at=43,
    index_size=8,
    column_size=18,
    number_at=1,
    variable_at=3,
    flags_at=13,
    fixed_at=14,
)
JET4 = Layout(
    name="Access 2000",
    page=4096,
    wide=True,
    slots_at=12,
    table_at=40,
    usage_at=55,
    indexes_at=63,
    index_size=12,
    column_size=25,
    number_at=5,
    variable_at=7,
    flags_at=15,
    fixed_at=21,
)
LAYOUTS = {0: JET3, 1: JET4}
