"""The four tables that every Jet 4 file has, and the access rights.

The tables are written as Microsoft's own ADOX creates them in an empty file. The owners and readers of a table
are stored as numbers that depend on the date in the file's header, so the header and these numbers must match.
Everyone opens a file with these rights as the user Admin in the group Users, who has all rights.
"""

from dataclasses import dataclass, field

from scoring.files.jet.shapes import JetColumn, JetType

ENGINE, ADMIN, USERS, CREATOR = b"\x65\x89", b"\x65\x8b", b"\x64\x8b", b"\x65\x8e"
EVERYTHING = 0xFFEFF
MADE_ON = 42329.94480322917  # days since 30 December 1899, as in the header
ROOT, TABLES, DATABASES, RELATIONSHIPS, DATABASE = 0xF000000, 0xF000001, 0xF000002, 0xF000003, 0x10000000
IS_TABLE, IS_DATABASE, IS_CONTAINER = 1, 2, 3
SYSTEM_OBJECT = -0x80000000
UNIQUE, REQUIRED, MADE_BY_SYSTEM = 1, 8, 0x80

_MASKED = """
b5 6e 03 62 60 09 c2 55 e9 a9 67 72 40 3f 00 9c 7e 9f 90 ff 85 9a 31 c5 79 ba ed 30 bc df cc 9d
63 d9 e4 c3 9f 46 fb 8a bc 4e df 5e ec 37 04 e1 9c fa 9f fb 28 e6 4a 13 8a 60 0d 31 7b 36 ac d7
df b1 2e 51 13 43 96 0a b1 33 6d c4 79 5b cb 10 7c 2a 19 d7 7c 99 08 1f 98 fd 2c ca 99 af 52 95
84 66 5f 95 f8 d0 89 24 85 67 c6 1f 27 44 d2 ee cf 65 ed ff 07 c7 46 a1 78 16 0c ed e9 2d 62 d4
54 06 00 00 34 2e 30 00
"""
COMMITS_AT = 0xE00


def header_page() -> bytes:
    """Return the first page of a file: Jet 4, code page 1252, the General sort order, no password and no encryption."""
    front = b"\x00\x01\x00\x00Standard Jet DB\x00\x01\x00\x00\x00" + bytes.fromhex(_MASKED)
    commits = b"\x01\x01" + b"\x00\x01" * ((4096 - COMMITS_AT) // 2 - 1)
    return front + bytes(COMMITS_AT - len(front)) + commits


@dataclass(frozen=True, slots=True)
class Index:
    """A table index. `columns` holds the numbers of the indexed columns."""

    name: str
    columns: tuple[int, ...]
    flags: int = MADE_BY_SYSTEM
    primary: bool = False


@dataclass(frozen=True, slots=True)
class SystemTable:
    """A system table. `columns` is ordered by column number, while the file stores columns sorted by name."""

    name: str
    page: int
    columns: tuple[JetColumn, ...]
    indexes: tuple[Index, ...]
    listed: tuple[int, ...]  # the indexes in the order of their names
    long_values: tuple[int, ...] = field(default=())  # columns with maps of their own, in the file's order


def _text(name: str) -> JetColumn:
    return JetColumn(name, JetType.TEXT, 255)


OBJECTS = SystemTable(
    "MSysObjects",
    2,
    (
        JetColumn("Id", JetType.LONG),
        JetColumn("ParentId", JetType.LONG),
        _text("Name"),
        JetColumn("Type", JetType.INTEGER),
        JetColumn("DateCreate", JetType.DATE),
        JetColumn("DateUpdate", JetType.DATE),
        JetColumn("Owner", JetType.BINARY, 510),
        JetColumn("Flags", JetType.LONG),
        JetColumn("Database", JetType.MEMO),
        JetColumn("Connect", JetType.MEMO),
        _text("ForeignName"),
        JetColumn("RmtInfoShort", JetType.BINARY, 510),
        JetColumn("RmtInfoLong", JetType.OBJECT),
        JetColumn("Lv", JetType.OBJECT),
        JetColumn("LvProp", JetType.OBJECT),
        JetColumn("LvModule", JetType.OBJECT),
        JetColumn("LvExtra", JetType.OBJECT),
    ),
    (
        Index("ParentIdName", (1, 2), MADE_BY_SYSTEM | UNIQUE),
        Index("Id", (0,), MADE_BY_SYSTEM | UNIQUE, primary=True),
    ),
    (1, 0),
    (9, 8, 13, 16, 15, 14, 12),
)
RIGHTS = SystemTable(
    "MSysACEs",
    3,
    (
        JetColumn("ObjectId", JetType.LONG),
        JetColumn("SID", JetType.BINARY, 510),
        JetColumn("ACM", JetType.LONG),
        JetColumn("FInheritable", JetType.BOOLEAN),
    ),
    (Index("ObjectId", (0,), MADE_BY_SYSTEM | REQUIRED),),
    (0,),
)
QUERIES = SystemTable(
    "MSysQueries",
    4,
    (
        JetColumn("ObjectId", JetType.LONG),
        JetColumn("Attribute", JetType.BYTE),
        JetColumn("Order", JetType.BINARY, 510),
        _text("Name1"),
        _text("Name2"),
        JetColumn("Expression", JetType.MEMO),
        JetColumn("Flag", JetType.INTEGER),
        JetColumn("LvExtra", JetType.LONG),
    ),
    (Index("ObjectIdAttribute", (0, 1, 2), MADE_BY_SYSTEM | UNIQUE, primary=True),),
    (0,),
    (5,),
)
RELATIONS = SystemTable(
    "MSysRelationships",
    5,
    (
        _text("szRelationship"),
        JetColumn("grbit", JetType.LONG),
        JetColumn("ccolumn", JetType.LONG),
        JetColumn("icolumn", JetType.LONG),
        _text("szObject"),
        _text("szColumn"),
        _text("szReferencedObject"),
        _text("szReferencedColumn"),
    ),
    (
        Index("szRelationship", (0,), MADE_BY_SYSTEM | 2),
        Index("szObject", (4,), MADE_BY_SYSTEM | 2),
        Index("szReferencedObject", (6,), MADE_BY_SYSTEM | 2),
    ),
    (1, 2, 0),
)
SYSTEM_TABLES = (OBJECTS, RIGHTS, QUERIES, RELATIONS)

CONTAINERS = (
    (TABLES, ROOT, "Tables", IS_CONTAINER, ENGINE),
    (DATABASES, ROOT, "Databases", IS_CONTAINER, ENGINE),
    (RELATIONSHIPS, ROOT, "Relationships", IS_CONTAINER, ENGINE),
    (DATABASE, DATABASES, "MSysDb", IS_DATABASE, USERS),
)
SYSTEM_RIGHTS = (
    (2, USERS, 0x60000, False),
    (3, USERS, 0x60000, False),
    (4, USERS, 0x60000, False),
    (5, USERS, 0xE0000, False),
    (TABLES, CREATOR, 0xF00FE, True),
    (TABLES, USERS, 0x60001, False),
    (RELATIONSHIPS, CREATOR, 0xF00FE, True),
    (RELATIONSHIPS, USERS, 0x60001, False),
    (DATABASES, USERS, 0x60000, False),
    (DATABASE, USERS, 0x6000E, False),
    (DATABASE, ADMIN, 0xE, False),
    (4, ADMIN, 0x14, False),
    (5, ADMIN, 0x14, False),
    (2, ADMIN, 0x14, False),
    (TABLES, ADMIN, EVERYTHING, True),
    (RELATIONSHIPS, ADMIN, 0xFFFFF, True),
)
