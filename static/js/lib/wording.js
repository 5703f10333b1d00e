// The words of bridge. Written by `python -m games.wording` from games/wording.py: do not edit.

export const SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"};
export const SIDE_NAMES = {"NS": "N/S", "EW": "E/W"};
export const STRAIN_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no trump"};
export const RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"};
export const JOKER_NAMES = {"JK": "joker", "JR": "red joker", "JB": "black joker"};
export const CALL_NAMES = {"P": "pass", "X": "double", "XX": "redouble", "M": "misère", "MIS": "misère", "PASS": "passed out"};
export const DOUBLED_NAMES = {"": "", "X": " doubled", "XX": " redoubled"};
export const VULNERABILITY_NAMES = {"None": "nobody vulnerable", "NS": "South (N/S) vulnerable", "EW": "North (E/W) vulnerable", "All": "both sides vulnerable"};
export const PAIRS_VULNERABILITY_NAMES = {"None": "nobody vulnerable", "NS": "N/S vulnerable", "EW": "E/W vulnerable", "All": "both sides vulnerable"};
