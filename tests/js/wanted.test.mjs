import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBid } from "../../static/js/lib/cards.js";
import { sameAction, wanted } from "../../static/js/home/wanted.js";

const FRESH = { chosen: { cards: [], top: null }, level: null, pick: null, bid: parseBid };
const chosen = (cards, top = null) => ({ ...FRESH, chosen: { cards, top } });

test("a card is tapped at once, also a joker that names a suit", () => {
  assert.deepEqual(wanted("p:S7", FRESH), ["S7"]);
  assert.deepEqual(wanted("p:JK:H", FRESH), ["JK"]);
});

test("a bid goes by level and suit where there is no room for all bids, and is then sent", () => {
  assert.deepEqual(wanted("c:2H", FRESH), ["key-2H", "level-2"]);
  assert.deepEqual(wanted("c:2H", { ...FRESH, level: "2" }), ["key-2H", "strain-H"]);
  assert.deepEqual(wanted("c:2H", { ...FRESH, pick: "2H" }), ["confirm"]);
  assert.deepEqual(wanted("c:P", FRESH), ["key-P"]);
  assert.deepEqual(wanted("c:P", { ...FRESH, pick: "2H" }), ["key-P"]);
});

test("several cards are chosen one by one, a wrong one put back, and then sent", () => {
  const action = "keep:JR.HA.HQ/DQ";
  assert.deepEqual(wanted(action, chosen(["JR"])), ["HA"]);
  assert.deepEqual(wanted(action, chosen(["JR", "S5"])), ["S5"]);
  assert.deepEqual(wanted(action, chosen(["JR", "HA", "HQ"])), ["DQ"]);
  assert.deepEqual(wanted(action, chosen(["JR", "HA", "HQ"], "C2")), ["DQ"]);
  assert.deepEqual(wanted(action, chosen(["JR", "HA", "HQ"], "DQ")), ["pick-send"]);
  assert.deepEqual(wanted("draw:", FRESH), ["pick-send"]);
});

test("a choice is the same in any order of its cards, with the same card on top", () => {
  assert.equal(sameAction("keep:HA.JR/DQ", "keep:JR.HA/DQ"), true);
  assert.equal(sameAction("keep:HA.JR/DQ", "keep:JR.HA/D2"), false);
  assert.equal(sameAction("draw:H2.D3", "draw:D3"), false);
  assert.equal(sameAction("p:H2", "p:H2"), true);
  assert.equal(sameAction("c:1S", "p:1S"), false);
});

test("any other action has a key of its own name", () => {
  assert.deepEqual(wanted("umbrage:take", FRESH), ["umbrage:take"]);
  assert.deepEqual(wanted("keep", FRESH), ["keep"]);
});
