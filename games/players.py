"""The two players in every game of this library, and the director, who may look at everything.

A player is the string `S` or `N` in logs, on the wire and in results, whatever the game calls its players. South
and North have the two seats at a table. For vulnerability, South's side is N/S (`NS`) and North's side is E/W.
"""

PLAYERS = ("S", "N")
DIRECTOR = "D"
ACTORS = (*PLAYERS, DIRECTOR)
OPPONENT = {"S": "N", "N": "S"}
_VULNERABLE = {"S": ("NS", "All"), "N": ("EW", "All")}

Pair = tuple[int, int]  # a figure for S and one for N


def is_vulnerable(player: str, vul: str) -> bool:
    """True if this player is vulnerable. `vul` is one of the strings `None`, `NS`, `EW` and `All`."""
    return vul in _VULNERABLE[player]


def more(pair: Pair, player: str, by: int) -> Pair:
    """Return the pair with this player's figure increased by `by`."""
    south, north = pair
    return (south + by, north) if player == "S" else (south, north + by)
