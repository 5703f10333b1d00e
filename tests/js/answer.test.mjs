import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer } from "../../static/js/home/answer.js";

const CARD = { kind: "card", wants: "p:S7", refused: { "p:H2": ["spades must be followed", "SOLO-17"] }, instead: { "p:S9": "The nine is wanted later." } };
const TOUCH = { kind: "touch", refused: {}, instead: {} };

test("what the lesson wants is right", () => {
  assert.deepEqual(answer(CARD, "p:S7"), { right: true });
});

test("what the rules refuse is said with its paragraph", () => {
  assert.deepEqual(answer(CARD, "p:H2"), { kind: "refused", text: "Spades must be followed.", rule: "SOLO-17" });
  assert.deepEqual(answer(CARD, "p:DA", { depth: 3 }), { kind: "refused", text: "The ace of diamonds is buried: 3 cards from the end.", rule: "SOLO-16" });
});

test("what is legal but not wanted gets a tip, and so does North's dummy", () => {
  assert.equal(answer(CARD, "p:S9").text, "The nine is wanted later.");
  assert.equal(answer(CARD, "p:C2").text, "Read on with the yellow key.");
  assert.match(answer(CARD, "p:C2", { mine: false }).text, /North plays it/);
});

test("a buried card is to be touched: inside one's own dummy", () => {
  assert.equal(answer(TOUCH, "p:C2", { depth: 1 }).right, true);
  assert.match(answer(TOUCH, "p:C2", { depth: 0 }).text, /not buried/);
  assert.match(answer(TOUCH, "p:C2", { depth: 2, mine: false }).text, /2 cards from the end. Now one of your own dummy/);
});
