import { clock, hear } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { completed, createPacer, played, unfold } from "../../static/js/table/pacing.js";

const time = clock();
const cards = (text) => text.split(" ").filter(Boolean).map((each) => ({ seat: each[0], card: each.slice(1) }));
const trick = (number, text, more = {}) => ({ number, leader: text[0], cards: cards(text), ...more });
const view = (now, last = null, more = {}) => ({ phase: "play", trick: now, last_trick: last, tricks: { S: 0, N: 0 }, ...more });
const message = (seen, more = {}) => ({ play: "p", table: { state: "playing" }, view: seen, ...more });
const shown = (messages) => messages.map(({ view: seen }) => played(seen).map((each) => each.card).join(" "));

test("a trick is completed when the last one is another, and not in the auction", () => {
  const before = view(trick(1, "SS2 WS3 NS4"));
  const after = view(trick(2, ""), trick(1, "SS2 WS3 NS4 ES5", { winner: "E" }));
  assert.equal(completed(before, after).winner, "E");
  assert.equal(completed(after, after), null);
  assert.equal(completed({ ...before, phase: "auction" }, after), null);
});

test("several cards of one message are shown one after the other, the message itself last", () => {
  const before = message(view(trick(1, "SS2")));
  const after = message(view(trick(1, "SS2 WS3 NS4")));
  const found = unfold(before, after);
  assert.deepEqual(shown(found), ["S2 S3", "S2 S3 S4"]);
  assert.equal(found.at(-1), after);
});

test("what lies between can only be looked at", () => {
  const asked = { legal: ["p:S5"], can: { claim: true }, turn: { player: "S", what: "card", hand: "E" } };
  const [between] = unfold(message(view(trick(1, "SS2"))), message(view(trick(1, "SS2 WS3 NS4"), null, asked)));
  const { legal, can, turn, pending } = between.view;
  assert.deepEqual({ legal, can, turn, pending }, { legal: [], can: {}, turn: null, pending: true });
});

test("the end of a trick and the lead to the next are two pictures, and the winner is not told before the last card", () => {
  const before = message(view(trick(1, "SS2 WS3")));
  const done = trick(1, "SS2 WS3 NS4 ES5", { winner: "E" });
  const after = message(view(trick(2, "EH2"), done, { tricks: { S: 1, N: 0 } }));
  const found = unfold(before, after);
  assert.deepEqual(shown(found), ["S2 S3 S4", "S2 S3 S4 S5", "S2 S3 S4 S5 H2"]);
  assert.equal(found[0].view.trick.winner, undefined);
  assert.deepEqual(found[0].view.tricks, { S: 0, N: 0 });
});

test("another play, a single card and a trick that was missed are shown at once", () => {
  const before = message(view(trick(1, "SS2")));
  for (const after of [message(view(trick(1, "SS2 WS3 NS4")), { play: "q" }), message(view(trick(1, "SS2 WS3"))), message(view(trick(3, "SH2"), trick(2, "SH3 WH4 NH5 EH6")))]) {
    assert.deepEqual(unfold(before, after), [after]);
  }
});

function paced(trickAt = "") {
  const seen = [];
  const pacer = createPacer((said) => {
    seen.push(said);
    return said === trickAt;
  }, { calm: () => false, stays: 1500 });
  return { pacer, seen };
}

test("each is seen for a while before the next, and a complete trick longer", async () => {
  const { pacer, seen } = paced("b");
  pacer.push(["a", "b", "c"], { paced: true, now: false });
  assert.deepEqual(seen, ["a"]);
  await time.tick(600);
  assert.deepEqual(seen, ["a", "b"]);
  await time.tick(1400);
  assert.deepEqual(seen, ["a", "b"]);
  assert.equal(pacer.last, "c");
  await time.tick(100);
  assert.deepEqual(seen, ["a", "b", "c"]);
  assert.equal(pacer.last, null);
});

test("what the player has done themselves shows everything that waits at once", () => {
  const { pacer, seen } = paced();
  pacer.push(["a", "b", "c"], { paced: true, now: false });
  pacer.push(["d"], { paced: false, now: true });
  assert.deepEqual(seen, ["a", "b", "c", "d"]);
});

test("a trick that has been looked at makes way for the next card", () => {
  const { pacer, seen } = paced("a");
  pacer.push(["a", "b"], { paced: true, now: false });
  pacer.hurry();
  assert.deepEqual(seen, ["a", "b"]);
});

test("a page that nobody looks at does not wait", async () => {
  const { pacer, seen } = paced();
  pacer.push(["a", "b", "c"], { paced: true, now: false });
  document.hidden = true;
  hear("visibilitychange");
  assert.deepEqual(seen, ["a", "b", "c"]);
  document.hidden = false;
});
