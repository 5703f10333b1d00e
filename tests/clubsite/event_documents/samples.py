"""One document of each type, with fixed keys, numbers and times: the examples of docs/simultaneous-protocol.md."""

import datetime

from clubsite.event_documents.messages.bodies import (
    AcceptBody,
    AnnouncementBody,
    AskBody,
    BoardFieldPart,
    ContestantPart,
    CorrectionBody,
    FrequencyPart,
    HeatBody,
    JoinBody,
    KeyBody,
    LeaveBody,
    LinePart,
    LinesBody,
    ListStandingPart,
    NamePart,
    NamesBody,
    PenaltyPart,
    PersonPart,
    PlacePart,
    RankedHeatPart,
    RankedListPart,
    RankedPart,
    RankedRowPart,
    ResultBody,
    SealedBody,
    StateBody,
)
from clubsite.event_documents.messages.documents import document_signed
from clubsite.events.sealing import boards_key, boards_sealed
from games.event_seed import event_deals, event_seed, secret_commitment

HUB_KEY, SPOKE_KEY = "11" * 32, "22" * 32
"""Private keys, in hexadecimal digits."""
SECRET = "5ec2e7" * 10 + "5ec2"
EVENT, HEAT = "autumn2026ab", "quaystreet22"
PUBLIC_NUMBER = "3 17 22 29 34 41"
SENT = datetime.datetime(2026, 11, 26, 18, 0, tzinfo=datetime.UTC)
NONCE = bytes(range(12))
KEY = boards_key(SECRET, EVENT)
SEALED = boards_sealed(event_deals(event_seed(SECRET, PUBLIC_NUMBER, EVENT), 3), key=KEY, event_id=EVENT, nonce=NONCE)

ANN = ContestantPart(
    label="4",
    kind="two_handed",
    line="EW",
    stratum="A",
    robot=False,
    name="Ann",
    people=(),
    penalties=(PenaltyPart(amount="25/1", unit="top"),),
)
BO = ContestantPart(
    label="1",
    kind="two_handed",
    line="NS",
    stratum="",
    robot=False,
    name="",
    people=(PersonPart(scheme="NZB", number="12345"),),
    penalties=(),
)
MADE = LinePart(
    board=1,
    round=1,
    table="1",
    south="1",
    north="4",
    status="played",
    contract="4S",
    declarer="S",
    lead="HK",
    tricks=10,
    ns_score=420,
    ruling="",
    group="",
    revision=1,
)
RULED = LinePart(
    board=2,
    round=2,
    table="1",
    south="1",
    north="4",
    status="artificial",
    contract="",
    declarer="",
    lead="",
    tricks=None,
    ns_score=None,
    ruling="A6040",
    group="",
    revision=3,
)
PLACE = PlacePart(label="4", line="ALL", stratum="", position=30, place="31", won="10713/4", possible=4920, boards=3)
RANKED = RankedPart(label="4", kind="two_handed", line="ALL", stratum="A", robot=False, second_play=False, name="Ann")
FIRST = ListStandingPart(
    kind="two_handed", line="ALL", placed=412, place="1", won="3507/1", possible=4920, club="Bell Lane"
)
ROW = RankedRowPart(heat=HEAT, label="4", place="31", won="10713/4", possible=4920, boards=3, master_points="")
HEAT_FACTS = {"tables": 3, "options": {}, "contestants": (ANN, BO)}

SPOKE_BODIES = {
    "join": JoinBody(
        club="Quay Street",
        address="https://quay.example",
        software="two-handed-club 1.0",
        names=True,
        planned_at=SENT + datetime.timedelta(hours=1, minutes=30),
        tables=3,
    ),
    "ask": AskBody(wants=("accept", "sealed", "key"), envelope=False),
    "lines": LinesBody(lines=(MADE,), **HEAT_FACTS),
    "heat": HeatBody(lines=(MADE, RULED), confirmed=True, **HEAT_FACTS),
    "correction": CorrectionBody(lines=(RULED,), why="The director ruled on board 2.", **HEAT_FACTS),
    "names": NamesBody(names=(NamePart(label="4", name="A player"), NamePart(label="1", name="B. S."))),
    "leave": LeaveBody(),
}
HUB_BODIES = {
    "event": AnnouncementBody(
        name="Autumn simultaneous",
        organiser="Lantern Street",
        hub="https://lantern.example/events/hub/",
        page="https://lantern.example/events/autumn2026ab/",
        status="announced",
        window_opens=SENT,
        window_closes=SENT + datetime.timedelta(days=3),
        boards=3,
        options={},
        scoring={},
        winners=1,
        min_tables=3,
        min_boards=2,
        correction_hours=24,
        joining="open",
        fee="2 a player",
        master_points=False,
        public_number_name="The lottery's draw of 25 November 2026",
        public_number=PUBLIC_NUMBER,
        commitment=secret_commitment(SECRET),
    ),
    "accept": AcceptBody(status="accepted"),
    "sealed": SealedBody(boards=SEALED),
    "key": KeyBody(key=KEY, public_number=PUBLIC_NUMBER),
    "state": StateBody(
        answers=3,
        refused="",
        note="",
        status="accepted",
        confirmed=False,
        lines=2,
        missing=(3,),
        heats=38,
        played=12,
        playing=3,
        contestants=420,
        lists=(FIRST,),
        places=(PLACE,),
    ),
    "result": ResultBody(
        version=1,
        secret=SECRET,
        public_number=PUBLIC_NUMBER,
        heats=(RankedHeatPart(heat=HEAT, club="Quay Street", tables=3, contestants=(RANKED,)),),
        lists=(RankedListPart(kind="two_handed", line="ALL", stratum="", rows=(ROW,)),),
        boards=(
            BoardFieldPart(
                number=1,
                kind="two_handed",
                top=2,
                results=2,
                frequencies=(
                    FrequencyPart(status="played", ns_score=420, ruling="", group="", heat="", times=1, ns="2", ew="0"),
                    FrequencyPart(status="played", ns_score=-50, ruling="", group="", heat="", times=1, ns="0", ew="2"),
                ),
            ),
        ),
    ),
}
BODIES_IN_ORDER = ("event", "join", "accept", "ask", "sealed", "key", "lines", "state", "heat", "result", "correction")
ALL_BODIES = {name: (SPOKE_BODIES | HUB_BODIES)[name] for name in (*BODIES_IN_ORDER, "names", "leave")}


def signed(name: str, *, number: int = 0, heat: str = HEAT, event: str = EVENT, key: str = "", body=None) -> bytes:
    """Return the sample document of this type, or one with another body, signed by the server that sends it."""
    return document_signed(
        body or ALL_BODIES[name],
        event=event,
        heat="" if name in ("event", "result") else heat,
        number=number or 1 + list(ALL_BODIES).index(name),
        sent=SENT,
        signing_key=key or (HUB_KEY if name in HUB_BODIES else SPOKE_KEY),
    )
