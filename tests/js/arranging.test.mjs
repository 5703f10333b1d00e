import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged } from "../../static/js/table/arranging.js";

const list = (text) => text.split(" ");
const HAND = list("SA S5 HK DJ D2 C9");
const view = (cards, more = {}) => ({ contract: null, hands: { S: { dummy: false, cards }, E: { dummy: true, cards: list("C2 S3 H4") }, N: { dummy: false, cards: null } }, ...more });
const own = (seen) => seen.hands.S.cards.join(" ");
const contract = (strain) => ({ contract: { strain } });

test("suits by rank are as the server sorts them", () => {
  const seen = view(HAND);
  assert.equal(arranged(seen, "suits"), seen);
});

test("red and black come by turns, and within a suit the order stays", () => {
  assert.equal(own(arranged(view(HAND), "colours")), "SA S5 HK C9 DJ D2");
});

test("trumps first, whichever they are; without trumps as by turns", () => {
  assert.equal(own(arranged(view(HAND, contract("D")), "trumps")), "DJ D2 SA S5 HK C9");
  assert.equal(own(arranged(view(HAND, contract("C")), "trumps")), "C9 HK SA S5 DJ D2");
  assert.equal(own(arranged(view(HAND, contract("N")), "trumps")), own(arranged(view(HAND), "colours")));
  assert.equal(own(arranged(view(HAND, { more: { trumps: "H" } }), "trumps")), "HK SA S5 DJ D2 C9");
});

test("in 500 the joker comes first and the jacks lie with the trumps", () => {
  const hand = list("JK S9 HA HJ DJ H6 C7");
  assert.equal(own(arranged(view(hand, { ...contract("H"), more: { bowers: ["HJ", "DJ"] } }), "trumps")), "JK HA HJ DJ H6 S9 C7");
});

test("a dummy in its sequence and a hidden hand stay as they are, a common dummy is sorted", () => {
  const seen = arranged({ ...view(HAND), hands: { ...view(HAND).hands, D: { dummy: true, cards: list("D3 C4") } } }, "colours");
  assert.deepEqual(seen.hands.E.cards, list("C2 S3 H4"));
  assert.equal(seen.hands.N.cards, null);
  assert.deepEqual(seen.hands.D.cards, list("C4 D3"));
});
