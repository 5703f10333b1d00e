"""Sentences about faults and notes, each of which states the consequence."""

from collections.abc import Callable, Iterable, Mapping

from games.wording import capital, counted, listed
from movements.faults import Fault, FaultCode, Place
from movements.notes import Note, NoteCode
from movements.plan import DECLARABLE
from movements.terms import MovementTerms, in_runs

PLAIN = MovementTerms()


def fault_text(fault: Fault, words: MovementTerms = PLAIN) -> str:
    """Return a sentence about the fault that names the round, table or contestant concerned."""
    return _FAULTS[fault.code](fault, words)


def fault_at(fault: Fault, place: Place, words: MovementTerms = PLAIN) -> str:
    """Return a short phrase describing the fault at this table in this round. `fault_text` returns a sentence."""
    others = [other for other in fault.places if other != place]
    if fault.code == FaultCode.TWO_SEATS and others:
        return f"{fault.number} is also at table {listed(words.table(table) for _, table in others)}"
    if fault.code == FaultCode.REPLAY and others:
        return f"{fault.number} has these in round {listed(number for number, _ in others)} too"
    return _AT.get(fault.code, "not possible").format(number=fault.number, boardset=fault.boardset)


_AT = {
    FaultCode.TWO_SEATS: "{number} is here twice",
    FaultCode.CONTESTANT: "there is no {number}",
    FaultCode.BOARD_SET: "there is no board set {boardset}",
    FaultCode.NO_BOARDS: "no boards",
}


def _where(fault: Fault, words: MovementTerms) -> str:
    number, table = fault.places[0]
    return f"Round {number}, table {words.table(table)}"


def _two_seats(fault: Fault, words: MovementTerms) -> str:
    who, tables = words.contestant(fault.number), sorted({table for _, table in fault.places})
    if len(tables) == 1:
        return f"Round {fault.round}: {who} sits twice at table {words.table(tables[0])}."
    return f"Round {fault.round}: {who} sits at tables {listed(map(words.table, tables))}."


def _replay(fault: Fault, words: MovementTerms) -> str:
    rounds = listed(sorted(number for number, _ in fault.places))
    who = capital(words.contestant(fault.number))
    often = "twice" if len(fault.places) == 2 else f"{len(fault.places)} times"
    return f"{who} plays {words.boards(fault.boardset)} {often}, in rounds {rounds}."


_FAULTS: Mapping[FaultCode, Callable[[Fault, MovementTerms], str]] = {
    FaultCode.EMPTY: lambda f, w: "A movement has at least one table, one round and one board set.",
    FaultCode.SEATS: lambda f, w: f"{f.boardset} tables seat {2 * f.boardset} contestants, not {f.number}.",
    FaultCode.WINNERS: lambda f, w: f"A movement has one or two winners, not {f.number}.",
    FaultCode.NOBODY: lambda f, w: "A movement has at least two contestants.",
    FaultCode.IDLE: lambda f, w: "Nobody plays any boards.",
    FaultCode.ABSENT: lambda f, w: (f"Contestant {f.number} is absent but has no number from 1 to {f.boardset}."),
    FaultCode.DECLARES: lambda f, w: (f"A movement cannot declare {f.word!r}, only {', '.join(DECLARABLE)}."),
    FaultCode.ROUND: lambda f, w: f"{_where(f, w)}: there are rounds 1 to {f.number} only.",
    FaultCode.TABLE: lambda f, w: f"{_where(f, w)}: there are tables 1 to {f.number} only.",
    FaultCode.BOARD_SET: lambda f, w: f"{_where(f, w)}: there is no board set {f.boardset}.",
    FaultCode.CONTESTANT: lambda f, w: f"{_where(f, w)}: there is no contestant {f.number}.",
    FaultCode.TABLE_TWICE: lambda f, w: f"Round {f.round}: table {w.table(f.number)} is written twice.",
    FaultCode.TABLE_MISSING: lambda f, w: f"Round {f.round}: table {w.table(f.number)} is missing.",
    FaultCode.TWO_SEATS: _two_seats,
    FaultCode.NO_SEAT: lambda f, w: f"Round {f.round}: {w.contestant(f.number)} has no seat.",
    FaultCode.REPLAY: _replay,
    FaultCode.NO_BOARDS: lambda f, w: f"{_where(f, w)}: two contestants sit there and have no boards.",
    FaultCode.BOARDS_FOR_NOBODY: lambda f, w: (
        f"{_where(f, w)}: {w.boards(f.boardset)} with {w.contestant(f.number)} missing."
    ),
}


def notes_told(notes: Iterable[Note], words: MovementTerms = PLAIN, *, live: bool | None = None) -> list[str]:
    """Return the notes as sentences. On screens nobody waits for boards, so a single sentence covers all the shared
    board sets.
    """
    all_notes = list(notes)
    shared = [note for note in all_notes if note.code == NoteCode.SHARES] if live else []
    texts = [note_text(note, words) for note in all_notes if note not in shared]
    if shared:
        rounds = tuple(sorted({number for note in shared for number in note.rounds}))
        texts.insert(0, f"Some tables share boards in {_rounds(rounds)}: on screens each has its own, nobody waits.")
    return texts


def note_text(note: Note, words: MovementTerms = PLAIN) -> str:
    """Return a sentence stating a note and its consequence."""
    return _NOTES[note.code](note, words)


def _shares(note: Note, words: MovementTerms) -> str:
    tables = f"Tables {listed(map(words.table, note.tables))}"
    boards = words.boards(note.boardsets[0]) if len(note.rounds) == 1 else "boards"
    copies = f"make {len(note.tables)} copies, or pass them from table to table"
    consequence = "duplicate them, or pass them at half-time" if len(note.tables) == 2 else copies
    return f"{tables} share {boards} in {_rounds(note.rounds)}: {consequence}."


def _rounds(rounds: tuple[int, ...]) -> str:
    return f"round{'' if len(rounds) == 1 else 's'} {in_runs(rounds)}"


def _who(contestants: tuple[int, ...], words: MovementTerms) -> str:
    """Return the contestants as "Contestant 3", "Contestants 3 and 4" or "8 contestants"."""
    if len(contestants) == 1:
        return capital(words.contestant(contestants[0]))
    if len(contestants) > 8:
        return f"{len(contestants)} contestants"
    return f"Contestants {listed(contestants)}"


def _rematch(note: Note, words: MovementTerms) -> str:
    if note.count:
        return f"{note.count} couples meet more than once, up to {note.most} times: each time on other boards."
    name, other = map(words.contestant, note.contestants)
    meet = f"{capital(name)} and {other} meet in rounds {listed(note.rounds)}"
    return f"{meet}: on other boards, and every board counts."


def _sit_outs(note: Note, words: MovementTerms) -> str:
    everybody = len(note.contestants) == note.count
    who = "Everybody sits" if everybody else f"{_who(note.contestants, words)} {_s(note.contestants, 'sit')}"
    return f"{who} out for one round: a board missed this way costs nothing."


def _s(contestants: tuple[int, ...], verb: str) -> str:
    return f"{verb}s" if len(contestants) == 1 else verb


def _one_sided(note: Note, words: MovementTerms) -> str:
    everybody = len(note.contestants) == note.count
    who = "Everybody sits" if everybody else f"{_who(note.contestants, words)} {_s(note.contestants, 'sit')}"
    most = 2 * len(note.contestants) >= note.count
    mend = ": let all change direction in the last rounds, or rank two winners"
    fair = f"unfair{mend}" if most else "a little less fair"
    return f"{who} the same way all night, and with one winner that is {fair}."


def _lengths(note: Note, words: MovementTerms) -> str:
    who, verb = _who(note.contestants, words), _s(note.contestants, "play")
    fewer = f"{who} {verb} fewer rounds than others, {note.least} and not {note.most}"
    return f"{fewer}: percentages are of what each has played."


def _unused(note: Note, words: MovementTerms) -> str:
    if note.rounds:
        return f"Table {words.table(note.tables[0])} is empty in {_rounds(note.rounds)}: its boards wait there."
    return f"Tables {listed(map(words.table, note.tables))} are empty in some rounds: their boards wait there."


def _balance(note: Note, words: MovementTerms) -> str:
    q = f"{float(note.quality or 0):.1f}"
    if note.count == 2:
        return f"Balance {q} of 100 if all were ranked together; with two winners each line is compared with itself."
    return f"Balance {q} of 100: {_fair(float(note.quality or 0))}."


def _fair(q: float) -> str:
    if q > 90:
        return "nobody will notice a difference"
    return "some compete harder with one another than others do" if q > 60 else "who wins depends much on the draw"


_NOTES: Mapping[NoteCode, Callable[[Note, MovementTerms], str]] = {
    NoteCode.SHARES: _shares,
    NoteCode.REMATCHES: _rematch,
    NoteCode.SIT_OUTS: _sit_outs,
    NoteCode.BYES: lambda n, w: (
        f"{capital(w.contestant(n.contestants[0]))} sits out {len(n.rounds)} times, in {_rounds(n.rounds)}: "
        "the boards missed cost nothing."
    ),
    NoteCode.DIRECTIONS: lambda n, w: (
        f"{_who(n.contestants, w)} {_s(n.contestants, 'change')} direction, yet {listed(w.sides)} are ranked apart: "
        "each is ranked where it sits most."
    ),
    NoteCode.ONE_SIDED: _one_sided,
    NoteCode.LENGTHS: _lengths,
    NoteCode.PLAYS: lambda n, w: (
        f"Some boards are played at {counted(n.least, 'table')}, others at {n.most}: match points are factored."
    ),
    NoteCode.ALONE: lambda n, w: (
        "Every board is played at one table only: there is nothing to compare."
        if len(n.boardsets) == n.count
        else f"{capital(listed(map(w.boards, n.boardsets)))}: played at one table only, so nothing to compare."
    ),
    NoteCode.UNPLAYED: lambda n,
    w: f"{capital(listed(map(w.boards, n.boardsets)))}: played at no table, so leave them out.",
    NoteCode.UNUSED: _unused,
    NoteCode.BALANCE: _balance,
}
