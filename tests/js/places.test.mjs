import { clock } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { between, createPlaces } from "../../static/js/table/places.js";

const time = clock();
const SHOWN = { view: null, table: { places: "/places/", state: "ready" } };
const OK = { status: 200, json: async () => ({ words: "You are 1st" }) };

/** A table's places: `is.message` is on the screen, `is.answer` the server's answer, null for a lost connection. */
function fresh() {
  const is = { asked: 0, changes: 0, answer: OK, message: SHOWN };
  globalThis.fetch = async () => {
    is.asked += 1;
    if (is.answer === null) throw new TypeError("no line");
    return is.answer;
  };
  is.places = createPlaces(() => is.message, () => (is.changes += 1));
  return is;
}

test("places are shown between boards, while the director shows them, and never with a card", () => {
  assert.equal(between(SHOWN), true);
  assert.equal(between(null), false);
  assert.equal(between({ ...SHOWN, view: { hands: {} } }), false);
  assert.equal(between({ view: null, table: { state: "ready" } }), false);
  assert.equal(between({ view: null, table: { places: "/places/", state: "playing" } }), false);
});

test("they are asked for once, until they may be others", async () => {
  const is = fresh();
  is.places.look();
  await time.tick(0);
  is.places.look();
  assert.deepEqual([is.asked, is.changes, is.places.now.words], [1, 1, "You are 1st"]);
  is.places.old();
  await time.tick(2000);
  assert.equal(is.asked, 2);
});

test("a room that hears of new places does not ask all at once, and of many words once", async () => {
  const is = fresh();
  is.places.look();
  await time.tick(0);
  for (let word = 0; word < 5; word += 1) is.places.old();
  await time.tick(399);
  assert.equal(is.asked, 1);
  await time.tick(1601);
  assert.equal(is.asked, 2);
});

test("during a board nothing is asked", async () => {
  const is = fresh();
  is.message = { ...SHOWN, view: { hands: {} } };
  is.places.look();
  is.places.old(0);
  await time.tick(5000);
  assert.equal(is.asked, 0);
});

test("without a line they stay as they were, and are asked for again", async () => {
  const is = fresh();
  is.places.look();
  await time.tick(0);
  is.answer = null;
  is.places.old(0);
  await time.tick(1);
  assert.equal(is.places.now.words, "You are 1st");
  is.answer = { status: 200, json: async () => ({ words: "You are 2nd" }) };
  is.places.look();
  await time.tick(0);
  assert.equal(is.places.now.words, "You are 2nd");
});

test("places that are not shown any more are gone", async () => {
  const is = fresh();
  is.places.look();
  await time.tick(0);
  is.answer = { status: 404 };
  is.places.old(0);
  await time.tick(1);
  assert.deepEqual([is.places.now, is.changes], [null, 2]);
});
