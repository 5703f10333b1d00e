// Typing at the table: calls ("1s", "p", "xx"), cards ("sa", "ht", or "k" alone if only one king may be played). Pure.

import { SUITS, callWords, capital, cardWords, isJoker, parseBid, suitName } from "../lib/cards.js";
import { pickOf } from "./picking.js";
import { tapWhy } from "./why.js";

const RANKS = { 10: "T", 1: "", t: "T", j: "J", q: "Q", k: "K", a: "A" };
const RANK_WORDS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const JOKERS = { jo: ["JK", "JR", "JB"], jk: ["JK"], jr: ["JR"], jb: ["JB"] };
const BID = /^(10|[1-9])?(nt?|[cdhs])?$/;
const CARD = /^([shdc])?(10|[1-9tjqka])?$|^(10|[1-9tjqka])([shdc])$/;

/**
 * What is asked for and can be typed: "call", "card" (one is played), "pick" (some are chosen), "answer" (a button), or
 * "" if there is no question.
 */
export function typedFor(c) {
  const { view } = c;
  if (!view || !view.turn || !c.myTurn) return "";
  if (view.turn.what === "call") return "call";
  if (pickOf(view, c.me)) return "pick";
  return view.turn.what === "card" ? "card" : "answer";
}

/**
 * @param {string} kind from `typedFor`
 * @param {string} text in small letters
 * @returns {object} `call` or `card`: it is complete and may be made; or `open`: so far, in words, with `lack`: what is
 *   missing, and `only`: the one card that it can become; or `wrong`: why not, in words, with `anew` if it is no call or
 *   card at all, so that its last letter may begin another
 */
export const readTyped = (c, kind, text) => (kind === "call" ? readCall(c, text) : readCard(c, kind, text));

// ---- calls ----

const CALLS = { p: "P", x: "X", xx: "XX", m: "M" };
const HOW_TO_CALL = "Type a bid such as 1s or 3n, or p to pass. A question mark shows the keys.";

function readCall(c, text) {
  const { levels, strains, acts } = c.game.bidding;
  const act = CALLS[text];
  if (act && acts.includes(act)) return mayCall(c, act) ? { call: act } : { wrong: `You cannot ${callWords(act)} now.` };
  const found = BID.exec(text);
  if (!found || !found[1]) return { wrong: HOW_TO_CALL, anew: true };
  const [, level, strain] = found;
  const longer = levels.some((each) => each !== level && each.startsWith(level));
  if (!levels.includes(level) && !(longer && !strain)) return { wrong: `There is no bid of ${level}: bids are from ${levels[0]} to ${levels[levels.length - 1]}.` };
  if (!strain) return { open: level, lack: "Add the suit: c, d, h, s, or n for no trump." };
  const call = level + strain[0].toUpperCase();
  if (!strains.includes(strain[0].toUpperCase()) || mayCall(c, call)) return { call };
  return { wrong: whyNoBid(c, call) };
}

const mayCall = (c, call) => c.view.legal.includes(`c:${call}`);

function whyNoBid(c, call) {
  const { levels, strains } = c.game.bidding;
  const worth = ({ level, strain }) => levels.indexOf(level) * strains.length + strains.indexOf(strain);
  const bids = c.view.auction.map((each) => each.call).filter(parseBid);
  const last = bids[bids.length - 1];
  const { no_trump: why } = c.view.more || {};
  if (last && worth(parseBid(call)) <= worth(parseBid(last))) return `${capital(callWords(call))} is not higher than ${callWords(last)}.`;
  return parseBid(call).strain === "N" && why ? `${why}.` : `${capital(callWords(call))} cannot be bid now.`;
}

// ---- cards ----

const HOW_TO_PLAY = "Type a card such as sa for the ace of spades, or h10. A question mark shows the keys.";

function readCard(c, kind, text) {
  const open = kind === "pick" ? pickOf(c.view, c.me).cards : openCards(c.view);
  if (JOKERS[text]) {
    const joker = open.find((card) => JOKERS[text].includes(card));
    return joker ? { card: joker } : { wrong: "You have no joker to play." };
  }
  const found = CARD.exec(text);
  if (!found || !text) return { wrong: HOW_TO_PLAY, anew: true };
  const suit = (found[1] || found[4] || "").toUpperCase();
  const typed = found[2] || found[3] || "";
  const rank = typed in RANKS ? RANKS[typed] : typed;
  if (typed === "1") return { open: text.toUpperCase(), lack: "Add 0 for a 10." };
  if (!typed) return oneOf(open.filter((card) => card[0] === suit && !isJoker(card)), capital(suitName(suit)), "Add the rank: a, k, q, j, 10, 9 and so on.");
  if (suit) return whole(c, open, suit + rank);
  return ranked(c, open, rank);
}

/** A suit alone plays nothing by itself, but Enter plays the only card of it. */
const oneOf = (cards, words, lack) => ({ open: words, lack, only: cards.length === 1 ? cards[0] : undefined });

const openCards = (view) => view.legal.filter((action) => action.startsWith("p:")).map((action) => action.split(":")[1]);

function whole(c, open, card) {
  return open.includes(card) ? { card } : { wrong: whyNoCard(c, card) };
}

/** A rank without its suit: enough if only one such card may be played. */
function ranked(c, open, rank) {
  const name = RANK_WORDS[rank] || rank;
  const found = open.filter((card) => card[1] === rank && !isJoker(card));
  const jokers = rank === "J" ? open.filter(isJoker) : [];
  if (found.length === 1 && !jokers.length) return { card: found[0] };
  if (found.length + jokers.length === 0) {
    const own = SUITS.map((suit) => suit + rank).filter((card) => seatOf(c, card, true));
    return { wrong: own.length === 1 ? whyNoCard(c, own[0]) : `There is no ${name} that may be played.` };
  }
  return { open: capital(name), lack: jokers.length ? "Add the suit, or o for the joker." : "Which suit? Add s, h, d or c." };
}

/** Return the hand in which this card is open; `mine`: only among the hands that I play. */
function seatOf(c, card, mine) {
  const holds = (seat) => (c.view.hands[seat].cards || []).includes(card) && (!mine || c.view.hands[seat].owner === c.me || seat === "D");
  return Object.keys(c.view.hands).find(holds);
}

function whyNoCard(c, card) {
  const seat = seatOf(c, card, false);
  if (!seat) return `You do not hold the ${cardWords(card)}.`;
  const { cards, dummy } = c.view.hands[seat];
  const at = cards.indexOf(card);
  const depth = c.game.crow && dummy ? Math.min(at, cards.length - 1 - at) : 0;
  const why = tapWhy(c, card, seat, depth);
  return `${capital(cardWords(card))}: ${why[0].toLowerCase()}${why.slice(1)}${/[.?!]$/.test(why) ? "" : "."}`;
}
