"""Lines that tell the director about attempts to get at cards or at a seat: how often and where, without names."""

from clubsite.core.probes import NO_ROOM, Probe, probes_in
from clubsite.director.monitor.overview import OverviewTable

MIN_TOLD, MIN_CODES_TOLD = 3, 20
"""Fewer attempts are slips. Codes are typed at every table of the site."""
PROBE_WORDS = {
    Probe.WRONG_KEY: "wrong keys for a seat",
    Probe.WRONG_NUMBER: "wrong numbers for a seat or a consent",
    Probe.REFUSED_LEAD: "impossible leads",
    Probe.REFUSED_LOOK: "refused looks at cards",
}


def probing_of(tables: list[OverviewTable]) -> list[str]:
    """Return a line for each kind of attempt at each table, if there were several in the last half hour."""
    rooms = {table_now.now.table.room_id: table_now.label for table_now in tables}
    found = probes_in([NO_ROOM, *rooms])
    codes = found.get((NO_ROOM, Probe.WRONG_CODE), 0)
    lines = [f"On the whole site: {codes} wrong table codes"] if codes >= MIN_CODES_TOLD else []
    return lines + [
        f"Table {label}: {times} {words}"
        for room_id, label in rooms.items()
        for probe, words in PROBE_WORDS.items()
        if (times := found.get((room_id, probe), 0)) >= MIN_TOLD
    ]
