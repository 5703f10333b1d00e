"""What lists of places are called, and who is in them."""

from collections.abc import Sequence

TITLES = {"NS": "South players", "EW": "North players", "ALL": "All players"}
PAIRS_TITLES = {"NS": "N/S pairs", "EW": "E/W pairs", "ALL": "All pairs"}
WHO, PAIRS_WHO = TITLES | {"ALL": "players"}, PAIRS_TITLES | {"ALL": "pairs"}


def list_title(direction: str, sections: Sequence[str], pairs: bool) -> str:
    """`South players`, `Sections A and B, all pairs`."""
    return _of_sections(
        (PAIRS_TITLES if pairs else TITLES)[direction], sections, pairs and direction != "ALL"
    )


def list_who(direction: str, sections: Sequence[str], pairs: bool) -> str:
    """`South players`, `pairs`: who they are in a sentence."""
    return _of_sections((PAIRS_WHO if pairs else WHO)[direction], sections, pairs and direction != "ALL")


def list_part(stratum: str, handicap: bool) -> str:
    """What a title says of a list that is not everybody's: `, stratum B`, `, with handicaps`."""
    return (f", stratum {stratum}" if stratum else "") + (", with handicaps" if handicap else "")


def _of_sections(words: str, sections: Sequence[str], abbreviated: bool) -> str:
    """The words of a list after its sections; `abbreviated`: they begin with N/S or E/W, which keeps its capitals."""
    if not sections:
        return words
    rest = words if abbreviated else f"{words[0].lower()}{words[1:]}"
    return f"Section{'s' if len(sections) > 1 else ''} {' and '.join(sections)}, {rest}"
