import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { markup, words } from "./page.mjs";
import * as cards from "../../static/js/lib/cards.js";

test("a card is named in words", () => {
  assert.equal(cards.cardWords("HT"), "10 of hearts");
  assert.equal(cards.cardWords("SA"), "ace of spades");
  assert.equal(cards.cardWords("JB"), "black joker");
});

test("a bid has a level, a strain and what it is doubled; other calls have none", () => {
  assert.deepEqual(cards.parseBid("10NXX"), { level: "10", strain: "N", doubled: "XX" });
  for (const call of ["P", "X", "M", "PASS", "11S", "", null]) assert.equal(cards.parseBid(call), null);
});

test("a call is said in words", () => {
  const said = ["1S", "4HX", "1N", "10NXX", "P", "XX", "MIS"].map(cards.callWords);
  assert.deepEqual(said, ["1 spade", "4 hearts doubled", "1 no trump", "10 no trump redoubled", "pass", "redouble", "misère"]);
});

test("each hand has its place on the screen of each player, and each place its hand", () => {
  assert.deepEqual(["S", "W", "N", "E"].map((seat) => cards.placeOf(seat, "S")), ["bottom", "left", "top", "right"]);
  for (const me of "NESW") for (const seat of "NESW") assert.equal(cards.seatAt(cards.placeOf(seat, me), me), seat);
});

test("cards are grouped spades, hearts, diamonds, clubs, and jokers only where there are any", () => {
  assert.deepEqual(cards.bySuit(["C2", "SA", "C9"]).map((each) => [each.suit, each.cards]), [["S", ["SA"]], ["H", []], ["D", []], ["C", ["C2", "C9"]]]);
  assert.deepEqual(cards.bySuit(["JR", "JB"]).at(-1), { suit: "J", cards: ["JR", "JB"] });
});

test("a hand is vulnerable with the player who plays it", () => {
  const on = (seat) => ["None", "NS", "EW", "All"].map((vul) => cards.isVulnerable(seat, vul));
  for (const seat of "SE") assert.deepEqual(on(seat), [false, true, false, true]);
  for (const seat of "NW") assert.deepEqual(on(seat), [false, false, true, true]);
});

test("a joker may be played in several ways, a card in one", () => {
  const view = { legal: ["p:S7", "p:JK:H", "p:JK:S", "claim:3"] };
  assert.deepEqual(cards.playsOf(view, "JK"), ["p:JK:H", "p:JK:S"]);
  assert.deepEqual(cards.playsOf(view, "S7"), ["p:S7"]);
  assert.deepEqual(cards.playsOf(view, "S"), []);
});

test("tricks are told against the number needed, with a true minus sign", () => {
  assert.deepEqual([10, 12, 7].map((tricks) => cards.againstNeed(tricks, 10)), ["made", "+2", "\u22123"]);
});

test("a suit is drawn with its name and its colour", () => {
  assert.match(markup(cards.suit("H")), /class="suit h" role="img" aria-label=hearts><use href="#h">/);
  assert.equal(cards.strain("N"), "NT");
});

test("a contract is drawn with its strain, other calls are words", () => {
  assert.equal(words(cards.call("4SX")), "4 spades doubled");
  assert.equal(words(cards.call("3N")), "3NT");
  assert.deepEqual(["P", "X", "XX", "MIS", "PASS"].map(cards.call), ["Pass", "Double", "Redouble", "Misère", "Passed out"]);
});

test("the face of a ten is 10, narrower, and its symbol has no name of its own", () => {
  assert.match(markup(cards.face("CT")), /<b class=ten aria-hidden="true">10<\/b><svg class="suit" aria-hidden="true"><use href="#c">/);
  assert.match(markup(cards.face("JK")), /Joker/);
});

test("the red joker is red, the others have their own colour", () => {
  assert.deepEqual(["JR", "JB", "JK", "D2"].map(cards.suitClass), ["j h", "j", "j", "d"]);
});

test("a card that lies open is one picture with its name", () => {
  const drawn = markup(cards.laidCard("HQ", "lead", "West: queen of hearts, led"));
  assert.match(drawn, /^<span class="card h lead" data-card=HQ role="img" aria-label=West: queen of hearts, led>/);
  assert.match(markup(cards.laidCard("HQ")), /aria-label=queen of hearts>/);
});

test("a card that lies face down shows nothing but its mark", () => {
  assert.equal(words(cards.cardBack("The stock, face down")), "");
  assert.equal(words(cards.cardBack("The secret card", "secret")), "secret");
});

test("a card that can be tapped is a button with its name, and pressed only where cards are chosen", () => {
  const plain = markup(cards.cardKey("S7", { state: "end yes", said: ", an end, play", tap() {} }));
  assert.match(plain, /^<button type="button" class="card s end yes" data-key=S7 data-card=S7/);
  assert.match(plain, /<span class="vh">7 of spades, an end, play<\/span>/);
  assert.match(plain, /aria-pressed= /);
  assert.match(markup(cards.cardKey("S7", { pressed: "true", tap() {} })), /aria-pressed=true/);
});

test("in a sentence the symbol comes before the rank", () => {
  assert.equal(words(cards.cardInText("DT")), "diamonds 10");
  assert.equal(words(cards.cardInText("JB")), "Joker");
});
