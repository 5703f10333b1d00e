import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { awaited, withUnsent } from "../../static/js/table/instant.js";

const list = (text) => text.split(" ").filter(Boolean);
const hand = (owner, text) => ({ owner, dummy: false, count: text === null ? 5 : list(text).length, cards: text === null ? null : list(text) });
const VIEW = {
  phase: "play", turn: { player: "S", hand: "E", what: "card" }, legal: ["p:HJ"], can: { claim: true }, claim_max: 3, why_not: { S6: "no" }, auction: [{ by: "S", call: "1S" }],
  hands: { N: hand("N", null), E: hand("S", "HJ D5 S6"), S: hand("S", "S5 DK"), W: hand("N", "H8 C7") }, last_trick: null,
  trick: { number: 4, leader: "S", cards: [{ seat: "S", card: "H2" }] },
};

test("the card of a dummy's end lies in the trick, its hand is shorter, and nothing is asked any more", () => {
  const seen = withUnsent(VIEW, "S", "p:HJ");
  assert.deepEqual(seen.trick.cards.at(-1), { seat: "E", card: "HJ", by: "S", unsent: true });
  assert.deepEqual(seen.hands.E.cards, ["D5", "S6"]);
  assert.equal(seen.hands.E.count, 2);
  assert.deepEqual([seen.turn, seen.legal, seen.can, seen.unsent], [null, [], {}, "p:HJ"]);
  assert.deepEqual(VIEW.hands.E.cards, ["HJ", "D5", "S6"]);
});

test("a card that is led begins the next trick, also where no view has told of it yet", () => {
  const led = withUnsent({ ...VIEW, trick: null, last_trick: { number: 3, cards: [] } }, "S", "p:S5");
  assert.deepEqual([led.trick.number, led.trick.leader], [4, "S"]);
  const jokers = { ...VIEW, hands: { ...VIEW.hands, S: hand("S", "JK S5") } };
  assert.equal(withUnsent(jokers, "S", "p:JK:H").trick.cards.at(-1).card, "JK");
});

test("a hidden hand stays as it is", () => {
  const seen = withUnsent(VIEW, "S", "p:HJ");
  assert.equal(seen.hands.N, VIEW.hands.N);
});

test("a call stands in the auction and a claim on the table; what moves nothing changes nothing", () => {
  assert.deepEqual(withUnsent(VIEW, "S", "c:2H").auction.at(-1), { by: "S", call: "2H", unsent: true });
  assert.deepEqual(withUnsent(VIEW, "S", "claim:2").claim, { by: "S", takes: 2, of: 3, cards: null });
  for (const action of ["accept", "undo", "draw:S7.H3"]) assert.equal(withUnsent(VIEW, "S", action), VIEW);
});

test("an act waits only where the play has not gone on, and a word on a board only while that board is there", () => {
  const at = awaited({ play: "p", seq: 4 });
  assert.ok(at({ t: "act", play: "p", seq: 4 }));
  assert.ok(!at({ t: "act", play: "p", seq: 3 }));
  assert.ok(!at({ t: "act", play: "q", seq: 4 }));
  assert.ok(at({ t: "ready", play: "p" }));
  assert.ok(!at({ t: "ready", play: null }));
  assert.ok(awaited({ play: null })({ t: "ready", play: null }));
  assert.ok(!at({ t: "help" }));
});
