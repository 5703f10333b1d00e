// Sentences of the table. Pure: what the server said in, words for a person out.

import { callWords, cardWords, seatName, suitName } from "../lib/cards.js";

/** "Desmond" of "Desmond Tully"; "North" when nobody sits there yet. */
export function shortName(name, seat) {
  return (name || "").trim().split(/\s+/)[0] || seatName(seat);
}

export const possessive = (name) => (name.endsWith("s") ? `${name}’` : `${name}’s`);
export const tricksWord = (n) => `${n} trick${n === 1 ? "" : "s"}`;
export const scoresAs = (player) => (player === "S" ? "N/S" : "E/W");

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** "12 min left" from an ISO time and the server's time in ms; "" when the round has no end. */
export function timeLeft(endsAt, now) {
  if (!endsAt) return "";
  const minutes = Math.ceil((Date.parse(endsAt) - now) / 60000);
  return minutes > 0 ? `${minutes} min left` : "Time is up";
}

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
    const { takes, of } = view.claim;
    return { loud: takes ? `${opp.first} claims ${takes} of ${of}` : `${opp.first} concedes all ${of}`, why: "Accept, or play on", mine, at: null };
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

/** Why a card may not be played now, in the few words that fit beside it; a tap says the rule in full. */
export function shortWhy(view, card) {
  const led = view.trick && view.trick.cards[0];
  return led && led.card[0] !== card[0] ? `must follow ${suitName(led.card[0])}` : view.why_not[card] || "not now";
}

/** What a screen reader hears when this view comes after that one; "" for nothing new. */
export function spoken(before, after, s) {
  const said = [];
  const known = before ? before.auction.length : after.auction.length;
  for (const entry of after.auction.slice(known)) {
    if (entry.by !== s.me) said.push(`${s.opp.first}: ${callWords(entry.call)}.`);
  }
  if (before) said.push(...playedSince(before, after, s));
  const turn = turnWords({ ...s, view: after });
  said.push(turn.why ? `${turn.loud}. ${turn.why}.` : `${turn.loud}.`);
  return said.join(" ");
}

function playedSince(before, after, s) {
  const had = new Set(seen(before).map((play) => play.card));
  const said = seen(after)
    .filter((play) => !had.has(play.card))
    .map((play) => `${seatName(play.seat)}: ${cardWords(play.card)}.`);
  const done = after.last_trick;
  if (done && (!before.last_trick || before.last_trick.number < done.number)) {
    const mine = done.winner === s.me || done.winner === s.dummy;
    said.push(`${mine ? "You win" : `${s.opp.first} wins`} trick ${done.number}.`);
  }
  return said;
}

function seen(view) {
  return [...(view.last_trick ? view.last_trick.cards : []), ...(view.trick ? view.trick.cards : [])];
}
