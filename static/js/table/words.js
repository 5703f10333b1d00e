// Sentences of the table. Pure: the server's message in, words for a person out.

import { capital, seatName, suitName } from "../lib/cards.js";

/** "Desmond" for "Desmond Tully"; "North" if nobody sits there yet. */
export function shortName(name, seat) {
  return (name || "").trim().split(/[\s,]+/)[0] || seatName(seat);
}

export const possessive = (name) => (name.endsWith("s") ? `${name}’` : `${name}’s`);
export const tricksWord = (n) => `${n} trick${n === 1 ? "" : "s"}`;

/** True if the computer checks claims at this table; `table.checked` is then its verdict on the last one. */
export const checks = (c) => typeof c.table.checked === "string";

/** "Board 15, Table 3"; at home "Deal 3, Umbrage". */
export function whereWords(table) {
  if (table.home) return [table.board && `Deal ${table.board}`, table.title].filter(Boolean).join(", ");
  return [table.board && `Board ${table.board}`, table.table && `Table ${table.table}`].filter(Boolean).join(", ") || "Your table";
}

/**
 * Return the minutes from the server's time `now` in ms to an ISO time, 0 when the time is up; null without an end, or
 * a time.
 */
export const minutesLeft = (endsAt, now) => (endsAt && now !== null ? Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 60000)) : null);

/** "12 min left", "Time is up"; "" if the round has no end, or the time is not known. */
export function timeLeft(endsAt, now) {
  const minutes = minutesLeft(endsAt, now);
  if (minutes === null) return "";
  return minutes ? `${minutes} min left` : "Time is up";
}

/**
 * Return what the opponent, who directs, asks this player to agree to, or null: not after its time, nor after the play
 * went on.
 * @param {string} at "<play>/<seq>" of the message
 */
export function consentNow({ consent }, at, now) {
  const over = !consent || (consent.seen && consent.seen !== at) || (now !== null && now > Date.parse(consent.until));
  return over ? null : consent;
}

/** The words beside the number. */
export const consentWords = (act, first) => `${capital(first)}, as director, wants to ${act}. Read out this number if you agree.`;

/**
 * Whose turn it is: `loud` the words, `why` the second line, `mine`, and `at` the place of the hand.
 * @param {object} s { view, me, opp: {first, connected}, dummy: my dummy's seat }
 */
export function turnWords({ view, me, opp, dummy }) {
  const turn = view.turn;
  if (!turn) return { loud: "The board is over", why: "", mine: false, at: null };
  const mine = turn.player === me;
  if (turn.what === "claim") {
    if (!mine) return { loud: `Waiting for ${opp.first} to answer your claim`, why: "", mine, at: null };
    const { takes, of, was } = view.claim;
    const corrected = typeof was === "number" ? "corrects the claim and " : "";
    return { loud: takes ? `${opp.first} ${corrected}claims ${takes} of ${of}` : `${opp.first} ${corrected}concedes all ${of}`, why: "Accept, or play on", mine, at: null };
  }
  if (turn.what === "undo") {
    return { loud: mine ? `${opp.first} asks to take it back` : `Waiting for ${opp.first}`, why: "", mine, at: null };
  }
  if (turn.what === "call") return { loud: mine ? "Your call" : `${opp.first} to call`, why: away(opp, mine), mine, at: null };
  const fromDummy = turn.hand !== turn.player;
  const leads = !view.trick || view.trick.cards.length === 0;
  const verb = leads ? "lead" : "play";
  if (mine) {
    const loud = `Your ${fromDummy ? "dummy" : "hand"} to ${verb}`;
    return { loud, why: leads ? leadWords(view, fromDummy) : followWords(view, fromDummy, dummy), mine, at: fromDummy ? "right" : "bottom" };
  }
  const from = fromDummy ? `from ${seatName(turn.hand)}, the dummy` : `from the ${seatName(turn.hand)} hand`;
  return { loud: `${opp.first} to ${verb}`, why: away(opp, mine) || from, mine, at: fromDummy ? "left" : "top" };
}

const away = (opp, mine) => (!mine && opp.connected === false ? "not connected just now" : "");

function leadWords(view, fromDummy) {
  if (!fromDummy) return view.trick && view.trick.number === 1 ? "The opening lead: any card" : "Any card";
  return view.legal.length === 1 ? "The last card" : "Either end";
}

function followWords(view, fromDummy, dummy) {
  const led = view.trick.cards[0].card[0];
  const name = suitName(led);
  const follows = view.legal.some((action) => action.startsWith(`p:${led}`));
  const who = fromDummy ? seatName(dummy) : "you";
  if (follows) return `${capital(name)} led: ${who} must follow`;
  return fromDummy ? `No ${name.slice(0, -1)} at an end: choose` : `You have no ${name}: any card`;
}

/** Return the player who won a trick. In games with a common dummy its cards count for the player who played them. */
export function takerOf(trick, view) {
  if (trick.won_by) return trick.won_by;
  const hand = view.hands[trick.winner];
  return hand && hand.owner ? hand.owner : trick.winner;
}

/** "You" or the opponent's first name, at the beginning of a sentence. In somebody else's replay `c.watched` is the player. */
export const nameOf = (player, c) => (player === c.me ? c.watched || "You" : capital(c.opp.first));

/** "you" or the opponent's first name, within a sentence. */
export const toldOf = (player, c) => (player === c.me ? c.watched || "you" : c.opp.first);

/** The lines of a server's marked text (docs/protocol.md) in words for me. */
function linesTo(text, c) {
  const said = ([player, others, own]) => (player === c.me && !c.watched ? own : others.split("*").join(player === c.opp.seat ? c.opp.first : c.watched || seatName(player)));
  const filled = (piece) => {
    const [marker, words] = piece.split("}");
    return `${said(marker.split("|"))}${words}`;
  };
  return text.split("\n").map((line) => {
    const [words, ...rest] = line.split("{");
    return words + rest.map(filled).join("");
  });
}

/** A marked text in one line: "You lead by 40 points". */
export const personal = (text, c) => linesTo(text, c).join(": ");

/**
 * The question to this player: the first line loud, the other under it.
 * @returns {{loud: string, why: string, mine: boolean, at: string|null}} as `turnWords`
 */
export function promptWords(c) {
  const { turn, prompt } = c.view;
  const [loud, why] = linesTo(prompt || (turn ? "One moment" : "The deal is over"), c);
  const mine = Boolean(turn) && turn.player === c.me;
  const at = turn && turn.what === "card" && mine ? (turn.hand === c.me ? "bottom" : "top") : null;
  return { loud, why: why ? capital(why) : away(c.opp, mine), mine, at };
}
