// What is read out when one message of the server follows another: every change once, and the question to the player.
// Pure.

import { callWords, capital, cardWords, seatName } from "../lib/cards.js";
import { played } from "./pacing.js";
import { isBack, isNewlyRefused, refusedWords } from "./refusal.js";
import { takenWords, wasWords } from "./takeback.js";
import { consentNow, consentWords, nameOf, personal, shortName, takerOf, toldOf, tricksWord } from "./words.js";

/**
 * @param {object | null} before the message before, null for the first of a page
 * @param {object} after
 * @param {object} c the context of `after`
 * @returns {string} sentences; "" for nothing new
 */
export function news(before, after, c) {
  const same = before && before.play === after.play;
  const said = [...meeting(before, after, c)];
  if (after.view) said.push(...inPlay(same ? before : null, after, c));
  else said.push(...room(before, after, c));
  return said.filter(Boolean).join(" ");
}

const says = (player, c, own, others) => `${nameOf(player, c)} ${player === c.me ? own : others}`;
const sentence = (text) => (text && !/[.?!]$/.test(text) ? `${text}.` : text);

/** News of the whole table: it is stopped, it goes on, the other is ready. */
function meeting(before, { table }, c) {
  if (!before) return [];
  const stopped = (of) => of.state === "paused" || Boolean(of.paused);
  const ready = (of) => (of.ready || []).includes(c.opp.seat);
  return [
    arrived(before.table, table, c),
    stopped(table) && !stopped(before.table) && "Play is stopped. The director has stopped it for a moment.",
    !stopped(table) && stopped(before.table) && "Play goes on.",
    calledWords(before.table, table, c),
    consentAsked(before.table, table, c),
    table.board === before.table.board && table.state === before.table.state && ready(table) && !ready(before.table) &&
      `${capital(c.opp.first)} ${table.state === "result" ? "has agreed" : "is ready"}.`,
  ];
}

/** Somebody has come to a table that waited, or a robot until somebody comes. */
function arrived(old, table, c) {
  const who = ({ opponent }) => (opponent ? `${opponent.robot}/${opponent.name}` : "");
  if (!table.home || !table.opponent || who(old) === who(table)) return "";
  return table.opponent.robot ? "A robot sits opposite until somebody comes." : `${c.opp.name} has come to the table.`;
}

/** What the opponent, who directs, asks this player to agree to. */
function consentAsked(old, table, c) {
  const asked = consentNow(table, c.at, c.now);
  const told = !asked || (old.consent && old.consent.number === asked.number);
  return !told && `${consentWords(asked.act, c.opp.first)} It is ${[...asked.number].join(" ")}.`;
}

/** That the opponent has called the director, or has taken the call back. */
function calledWords(old, table, c) {
  const calls = (of) => Boolean(of.called_by) && of.called_by === c.opp.seat;
  if (calls(table) === calls(old)) return "";
  if (calls(table)) return `${capital(c.opp.first)} has called the director.`;
  return !table.called && `${capital(c.opp.first)} no longer needs the director.`;
}

// ---- between boards ----

const HEADS = {
  ready: ({ table, home }) => `${home ? "Deal" : "Board"} ${table.board}.`,
  round_done: ({ table: { next, table, seat } }) => {
    if (!next || next.finished) return "That was your last round.";
    if (next.sit_out) return "Next round you sit out.";
    if (next.draw) return `Round ${next.round} is drawn when every table has finished.`;
    const stays = next.table === table;
    return `${stays ? "Stay here" : `Move to table ${next.table}`}${stays && next.seat === seat ? "" : `, sit ${seatName(next.seat)}`}.`;
  },
  sit_out: () => "You sit out this round.",
  finished: ({ home, table }) => (home ? "The match is over." : `Thank you, ${shortName(table.name, table.seat)}.`),
  waiting: ({ home, table }) => (home ? `Waiting for ${table.note ? "somebody" : "your friend"}.` : "One moment."),
  not_started: () => "The director has not started yet.",
  elsewhere: () => "Nothing to play here just now.",
};

function room(before, { table }, c) {
  const head = HEADS[table.state];
  const words = head ? head(c) : "";
  const was = before && HEADS[before.table.state] && !before.view ? HEADS[before.table.state]({ ...c, table: before.table }) : "";
  return [words !== was && words];
}

// ---- in a play ----

function inPlay(before, after, c) {
  const { table, view } = after;
  const old = before && before.view;
  const said = old ? [before.seq !== after.seq && sentence(takenWords(view, c)), ...calls(old, view, c), contract(old, view, c), ...cards(old, view, c), ...answers(old, view, c)] : [];
  const checked = table.checked && (!before || table.checked !== before.table.checked);
  if (old && isNewlyRefused(old, view)) said.push(refused(view, table.checked, c));
  else if (checked) said.push(sentence(personal(table.checked, c)));
  if (old && isBack(old, view) && view.claim_refused.by === c.me) said.push("You can claim again.");
  if (table.state === "result") return [...said, ...result(before, after, c)];
  const fresh = !before || before.seq !== after.seq || before.table.state !== "playing" || before.view.pending;
  if (fresh && table.state === "playing" && !c.paused && !view.pending) said.push(turn(c, view, Boolean(before)));
  return said;
}

/** A refusal, with the bar's words for the claimant. */
function refused(view, checked, c) {
  const told = refusedWords({ ...view.claim_refused, checked, blocked: !view.can.claim }, { ...c, view });
  return told || `${says(view.claim_refused.by, c, "claimed", "claimed")}: it is not accepted. Play goes on.`;
}

const CALLS = { P: ["pass", "passes"], X: ["double", "doubles"], XX: ["redouble", "redoubles"] };

function calls(old, view, c) {
  return view.auction.slice(old.auction.length).map(({ by, call }) => {
    const [own, others] = CALLS[call] || [`bid ${callWords(call)}`, `bids ${callWords(call)}`];
    return `${says(by, c, own, others)}.`;
  });
}

function contract(old, view, c) {
  const k = view.contract;
  if (!k || old.contract || !view.auction.length) return "";
  return `The contract is ${callWords(k.text)} by ${k.declarer === c.me ? "you" : c.opp.first}.`;
}

/** "East dummy plays *", "You play * from the dummy", "The stock plays *": the star is the card. */
function player(seat, by, view, c) {
  const hand = view.hands[seat];
  if (c.game.crow && hand && hand.dummy) return `${seatName(seat)} dummy plays *`;
  if (seat === "D") return by ? `${says(by, c, "play", "plays")} * from the dummy` : "The dummy plays *";
  return says(seat, c, "play *", "plays *");
}

/** The tricks since then, the one on the table last. The end of a play may bring several, which are in its `history`. */
function tricks(old, view) {
  const known = old.last_trick ? old.last_trick.number : 0;
  const done = view.history || (view.last_trick ? [view.last_trick] : []);
  return [...done.filter(({ number }) => number > known), ...(view.trick ? [view.trick] : [])];
}

function cards(old, view, c) {
  const had = new Set(played(old).map((each) => each.card));
  const laid = ({ seat, by, card }) => `${player(seat, by, view, c).replace("*", `the ${cardWords(card)}`)}.`;
  return tricks(old, view).flatMap((trick) => [
    ...trick.cards.filter(({ card }) => !had.has(card)).map(laid),
    trick.winner && `${says(takerOf(trick, view), c, "win", "wins")} trick ${trick.number}.`,
  ]);
}

/** A new claim, or a wish to take back and its answer. */
function answers(old, view, c) {
  const made = view.claim && (!old.claim || old.claim.takes !== view.claim.takes);
  const own = made && view.claim.by === c.me;
  const what = made && (view.claim.takes ? `${own ? "claim" : "claims"} ${view.claim.takes} of ${view.claim.of}${wasWords(view.claim)}` : `${own ? "concede" : "concedes"} ${tricksWord(view.claim.of)}`);
  const undo = view.undo && !old.undo && view.undo;
  return [
    own && `You ${what}.`,
    made && !own && `${capital(c.opp.first)} ${what}.`,
    undo && `${says(undo.by, c, "ask", "asks")} to take back the last ${undo.action.startsWith("p:") ? "card" : "call"}.`,
    old.undo && !view.undo && !view.taken_back && "It is not taken back.",
  ];
}

function result(before, { table }, c) {
  const { result: end } = table;
  if (!end || (before && before.table.state === "result")) return [];
  const by = end.declarer && (c.home ? toldOf(end.declarer, c) : seatName(end.declarer));
  const text = end.came_to && by ? `${capital(callWords(end.contract))} by ${by}, ${end.came_to}` : personal(end.text, c);
  return [text, end.score_text && personal(end.score_text, c)].map(sentence);
}

/** The question to this player. The screen says what the other has to do, and it is not read out again. */
function turn(c, view, told) {
  const { loud, why, mine } = c.game.turn({ ...c, view });
  if (!mine) return view.turn && c.opp.connected === false ? sentence(`${loud}: ${why}`) : "";
  return [!(told && ["claim", "undo"].includes(view.turn.what)) && loud, why].filter(Boolean).map(sentence).join(" ");
}
