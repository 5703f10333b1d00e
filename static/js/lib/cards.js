// Cards, calls and seats as text on the wire, and as words for people.

export const SUITS = ["S", "H", "D", "C"];

const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", N: "no trump" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const JOKER_NAMES = { JK: "the joker", JR: "the red joker", JB: "the black joker" };
const SEAT_NAMES = { N: "North", E: "East", S: "South", W: "West", D: "the dummy" };
const CLOCKWISE = "SWNE";
const PLACES = ["bottom", "left", "top", "right"];

export const isJoker = (card) => card in JOKER_NAMES;
export const suitOf = (card) => card[0];
export const rankOf = (card) => (isJoker(card) ? "Joker" : card[1] === "T" ? "10" : card[1]);
export const suitName = (suit) => SUIT_NAMES[suit];
export const seatName = (seat) => SEAT_NAMES[seat];

/** "HT" -> "10 of hearts", "JK" -> "the joker". */
export function cardWords(card) {
  return JOKER_NAMES[card] || `${RANK_NAMES[card[1]] || card[1]} of ${SUIT_NAMES[card[0]]}`;
}

/** "4SX" -> { level: "4", strain: "S", doubled: "X" }, "10N" too; null for a call that names no strain. */
export function parseBid(text) {
  const found = /^(10|[1-9])([CDHSN])(X{0,2})$/.exec(text || "");
  return found && { level: found[1], strain: found[2], doubled: found[3] };
}

/** "1S" -> "1 spade", "P" -> "pass". */
export function callWords(call) {
  if (call === "P") return "pass";
  if (call === "X") return "double";
  if (call === "XX") return "redouble";
  if (call === "M" || call === "MIS") return "misère";
  const bid = parseBid(call);
  if (!bid) return call;
  const name = SUIT_NAMES[bid.strain];
  const noun = bid.level === "1" && bid.strain !== "N" ? name.slice(0, -1) : name;
  return `${bid.level} ${noun}${{ X: " doubled", XX: " redoubled" }[bid.doubled] || ""}`;
}

/** Where a hand lies on the screen of the player `me`: bottom, left, top or right. */
export function placeOf(seat, me) {
  const turn = CLOCKWISE.indexOf(seat) - CLOCKWISE.indexOf(me);
  return PLACES[(turn + 4) % 4];
}

/** The hand that lies at a place: the other way round from `placeOf`. */
export function seatAt(place, me) {
  return CLOCKWISE[(CLOCKWISE.indexOf(me) + PLACES.indexOf(place)) % 4];
}

/** Is this seat's side vulnerable on a board with `vul` None, NS, EW or All? */
export function isVulnerable(seat, vul) {
  return vul === "All" || (vul !== "None" && (vul || "").includes(seat));
}

/** In Solo the South player scores as N/S and the North player as E/W. */
export function playerIsVulnerable(player, vul) {
  return vul === "All" || vul === (player === "S" ? "NS" : "EW");
}

/** Cards grouped by suit, in the order in which the suits come; jokers last, if there are any. */
export function bySuit(cards) {
  const jokers = cards.filter(isJoker);
  const suits = SUITS.map((suit) => ({ suit, cards: cards.filter((card) => card[0] === suit) }));
  return jokers.length ? [...suits, { suit: "J", cards: jokers }] : suits;
}

/** What this card may be played as now: "p:S7", or for a joker that names a suit "p:JK:H" and the others. */
export function playsOf(view, card) {
  return view.legal.filter((action) => action === `p:${card}` || action.startsWith(`p:${card}:`));
}
