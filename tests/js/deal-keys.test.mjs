import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { again, dealSent, dummiesWhole, emptyDeal, withCard, withoutLast } from "../../static/js/lib/deal-keys.js";

const RANKS = [..."AKQJT98765432"];
const suit = (letter) => RANKS.map((rank) => letter + rank);
const tapped = (cards, from = emptyDeal()) => cards.reduce(withCard, from);

test("thirteen taps are East's, thirteen West's, and then it is read back", () => {
  const deal = tapped([...suit("S"), ...suit("H")]);
  assert.equal(deal.seat, "");
  assert.ok(dummiesWhole(deal));
  assert.deepEqual(deal.hands.E, suit("S"));
  assert.equal(dealSent(deal).S, "");
});

test("a card that somebody has is not taken twice", () => {
  const deal = tapped(["SA", "SA", "SK"]);
  assert.deepEqual(deal.hands.E, ["SA", "SK"]);
  assert.deepEqual(withoutLast(deal).hands.E, ["SA"]);
});

test("North's hand is what the three others leave", () => {
  const deal = tapped(suit("D"), again(tapped([...suit("S"), ...suit("H")]), "S"));
  assert.deepEqual(deal.hands.N, suit("C"));
  assert.equal(deal.seat, "");
  const east = again(deal, "E");
  assert.deepEqual([east.hands.E, east.hands.S, east.hands.N], [[], [], []]);
  assert.equal(tapped(suit("C"), east).seat, "");
});

test("back in an empty West goes to East's last card", () => {
  assert.equal(withoutLast(tapped(suit("S"))).seat, "E");
});
