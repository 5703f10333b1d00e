import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTyped, typedFor } from "../../static/js/table/typing.js";

const BRIDGE = { levels: ["1", "2", "3", "4", "5", "6", "7"], strains: ["C", "D", "H", "S", "N"], acts: ["P", "X", "XX"] };
const FIVE = { levels: ["6", "7", "8", "9", "10"], strains: ["S", "C", "D", "H", "N"], acts: ["P", "M"] };
const OPP = { first: "Desmond" };
const bidding = (legal, auction = [], box = BRIDGE) => ({
  me: "S", myTurn: true, opp: OPP, game: { crow: true, bidding: box }, view: { legal, auction, turn: { player: "S", what: "call" }, hands: {} },
});
const HANDS = {
  S: { owner: "S", cards: ["SA", "S4", "HK", "D9", "C9"] },
  E: { owner: "S", dummy: true, cards: ["HJ", "D5", "DT", "S6"] },
  N: { owner: "N", cards: null },
};
const playing = (legal, hand = "S", hands = HANDS) => ({
  me: "S", myTurn: true, opp: OPP, game: { crow: true },
  view: { phase: "play", legal: legal.map((card) => `p:${card}`), why_not: {}, trick: null, pick: null, hands, turn: { player: "S", what: "card", hand } },
});
const call = (c, text) => readTyped(c, "call", text);
const card = (c, text) => readTyped(c, "card", text);

test("a bid is its level and its suit; no trump is n or nt", () => {
  const c = bidding(["c:P", "c:1S", "c:3N"]);
  assert.deepEqual([call(c, "1s"), call(c, "3n"), call(c, "3nt"), call(c, "p")].map((found) => found.call), ["1S", "3N", "3N", "P"]);
  assert.equal(call(c, "1").open, "1");
});

test("in 500 ten is a level, and misère a call", () => {
  const c = bidding(["c:M", "c:10S"], [], FIVE);
  assert.equal(call(c, "1").open, "1");
  assert.deepEqual([call(c, "10s").call, call(c, "m").call], ["10S", "M"]);
  assert.match(call(c, "5").wrong, /from 6 to 10/);
});

test("a call that is not possible says why in words", () => {
  const c = bidding(["c:P", "c:3C"], [{ by: "N", call: "2S" }]);
  assert.equal(call(c, "2h").wrong, "2 hearts is not higher than 2 spades.");
  assert.equal(call(c, "x").wrong, "You cannot double now.");
  assert.match(call(c, "8").wrong, /from 1 to 7/);
  assert.match(call(c, "q").wrong, /^Type a bid/);
});

test("a card is its suit and its rank, in either order; ten is t or 10", () => {
  const c = playing(["SA", "S4", "HK", "D9", "C9"]);
  assert.deepEqual([card(c, "sa"), card(c, "as"), card(c, "c9")].map((found) => found.card), ["SA", "SA", "C9"]);
  const ten = playing(["DT"], "E");
  assert.deepEqual([card(ten, "dt"), card(ten, "d10"), card(ten, "10"), card(ten, "t")].map((found) => found.card), ["DT", "DT", "DT", "DT"]);
  assert.equal(card(ten, "d1").lack, "Add 0 for a 10.");
});

test("a rank alone is enough where one such card may be played", () => {
  const c = playing(["SA", "S4", "HK", "D9", "C9"]);
  assert.equal(card(c, "k").card, "HK");
  assert.match(card(c, "9").lack, /Which suit/);
  assert.equal(card(c, "q").wrong, "There is no queen that may be played.");
});

test("a suit alone waits, and knows the only card that it can become", () => {
  assert.deepEqual([card(playing(["SA", "S4", "HK"]), "h").only, card(playing(["SA", "S4"]), "s").only], ["HK", undefined]);
});

test("a card that may not be played says why in words", () => {
  const c = playing(["HJ", "S6"], "E");
  assert.equal(card(c, "d5").wrong, "5 of diamonds: 1 card from the end.");
  assert.equal(card(c, "sa").wrong, "Ace of spades: it is your dummy to play.");
  assert.equal(card(c, "hq").wrong, "You do not hold the queen of hearts.");
});

test("a joker has a name of its own", () => {
  const c = playing(["JK", "SJ"], "S", { S: { owner: "S", cards: ["JK", "SJ"] } });
  assert.equal(card(c, "jo").card, "JK");
  assert.match(card(c, "j").lack, /o for the joker/);
  assert.equal(card(c, "js").card, "SJ");
});

test("what can be typed is what is asked for", () => {
  assert.deepEqual([typedFor(bidding([])), typedFor(playing(["SA"])), typedFor({ ...playing([]), myTurn: false })], ["call", "card", ""]);
});
