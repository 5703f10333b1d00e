import { hear, storage } from "./page.mjs";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createAwake } from "../../static/js/lib/awake.js";

let later = null;
globalThis.setInterval = (run) => (later = run);
beforeEach(() => (document.visibilityState = "visible"));
const settled = () => new Promise((done) => setImmediate(done));

/** Wake locks of a browser: `on` is whether the screen is kept on, `asked` how often that was requested. */
function browser() {
  const locks = { on: false, asked: 0, refuses: false };
  locks.request = async (kind) => {
    locks.asked += 1;
    if (locks.refuses || kind !== "screen") throw new Error("NotAllowedError");
    locks.on = true;
    let gone = () => {};
    locks.takeBack = () => {
      locks.on = false;
      gone();
    };
    return { addEventListener: (name, run) => (gone = run), release: async () => locks.takeBack() };
  };
  return locks;
}

test("the screen is kept on while a play is on the table, asked for once, and no longer", async () => {
  const locks = browser();
  const awake = createAwake(locks);
  awake(false);
  await settled();
  assert.equal(locks.asked, 0);
  awake(true);
  awake(true);
  await settled();
  assert.deepEqual([locks.on, locks.asked], [true, 1]);
  awake(false);
  await settled();
  assert.equal(locks.on, false);
});

test("a page that was hidden asks again when it is seen again, but only in a play", async () => {
  const locks = browser();
  const awake = createAwake(locks);
  awake(true);
  await settled();
  document.visibilityState = "hidden";
  locks.takeBack();
  hear("visibilitychange");
  await settled();
  assert.equal(locks.on, false);
  document.visibilityState = "visible";
  hear("visibilitychange");
  await settled();
  assert.equal(locks.on, true);
  awake(false);
  await settled();
  hear("visibilitychange");
  await settled();
  assert.equal(locks.on, false);
});

test("a play that ends while the browser is still asked leaves no lock behind", async () => {
  const locks = browser();
  const awake = createAwake(locks);
  awake(true);
  awake(false);
  await settled();
  assert.equal(locks.on, false);
});

test("a device without wake locks is told once how to keep its screen on, when it is wanted", () => {
  globalThis.localStorage = storage();
  const told = [];
  const tell = (words) => told.push(words);
  const awake = createAwake(undefined, tell);
  awake(false);
  assert.equal(told.length, 0);
  awake(true);
  awake(true);
  createAwake(undefined, tell)(true);
  assert.deepEqual(told.map((words) => words.includes("30 minutes")), [true]);
  createAwake(browser(), tell)(true);
  localStorage.full = true;
  localStorage.getItem = () => null;
  createAwake(undefined, tell)(true);
  assert.equal(told.length, 2);
});

test("a browser that refuses is asked again after a while", async () => {
  const locks = browser();
  locks.refuses = true;
  const awake = createAwake(locks);
  awake(true);
  await settled();
  assert.equal(locks.on, false);
  locks.refuses = false;
  later();
  await settled();
  assert.equal(locks.on, true);
});
