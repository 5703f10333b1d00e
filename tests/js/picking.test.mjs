import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, missing, pickOf, pickText, tapped } from "../../static/js/table/picking.js";

const KEEP = { verb: "keep", hand: "S", cards: ["SA", "S2", "H3", "JB"], least: 2, most: 2, forced: ["JB"], top: true };
const ANY = { verb: "draw", hand: "S", cards: ["SA", "S2", "H3"], least: 0, most: 2, forced: [], top: false };

test("the server's own choice is asked as it is", () => {
  assert.equal(pickOf({ pick: KEEP, legal: [] }, "S"), KEEP);
  assert.equal(pickOf(null, "S"), null);
});

test("actions that name one card each are a choice of one, from the hand that has them", () => {
  const view = { pick: null, legal: ["secret:S7", "secret:H2", "p:S7"], hands: { S: { cards: ["C2"] }, D: { cards: ["S7", "H2"] } } };
  assert.deepEqual(pickOf(view, "S"), { verb: "secret", hand: "D", cards: ["S7", "H2"], least: 1, most: 1, forced: [], top: false });
});

test("plays, calls and two kinds of choice ask for no card", () => {
  const hands = { S: { cards: ["S7"] } };
  for (const legal of [["p:S7"], ["c:1S"], ["secret:S7", "keep:S7"]]) assert.equal(pickOf({ pick: null, legal, hands }, "S"), null);
});

test("what must be chosen is chosen to begin with, and stays", () => {
  assert.deepEqual(begun(KEEP), { cards: ["JB"], top: null });
  assert.match(tapped(KEEP, begun(KEEP), "JB").note, /^The black joker must be/);
  assert.match(tapped(KEEP, begun(KEEP), "C9").note, /cannot be chosen/);
});

test("a tap chooses, another takes it back", () => {
  const chosen = tapped(ANY, begun(ANY), "S2");
  assert.deepEqual(chosen, { cards: ["S2"], top: null });
  assert.deepEqual(tapped(ANY, chosen, "S2"), { cards: [], top: null });
});

test("of one that is to be chosen the next tap takes its place, of several a full choice says so", () => {
  const one = { ...ANY, most: 1, least: 1 };
  assert.deepEqual(tapped(one, { cards: ["SA"], top: null }, "S2"), { cards: ["S2"], top: null });
  assert.match(tapped(ANY, { cards: ["SA", "S2"], top: null }, "H3").note, /2 are chosen/);
  assert.match(tapped({ ...ANY, most: 0 }, begun(null), "H3").note, /No card can be changed/);
});

test("when all are chosen the next tap is the top discard", () => {
  const full = tapped(KEEP, begun(KEEP), "SA");
  assert.equal(missing(KEEP, begun(KEEP)), 1);
  assert.equal(missing(KEEP, full), -1);
  const whole = tapped(KEEP, full, "H3");
  assert.equal(missing(KEEP, whole), 0);
  assert.deepEqual(tapped(KEEP, whole, "H3"), { cards: ["JB", "SA"], top: null });
  assert.equal(pickText(KEEP, whole), "keep:SA.JB/H3");
});

test("the same choice is the same text, whatever was tapped first", () => {
  assert.equal(pickText(ANY, { cards: ["H3", "SA"], top: null }), pickText(ANY, { cards: ["SA", "H3"], top: null }));
  assert.equal(pickText(ANY, { cards: [], top: null }), "draw:");
});
