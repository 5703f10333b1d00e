import { clock, markup, words } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeAll, costList, followVerdicts, judged, spoken } from "../../static/js/replay/verdicts.js";

const time = clock();
const COMING = { state: "coming" };
const MOMENT = { costs: true, mark: "-2", cost: "Cost 2 tricks.", held: "The jack held.", now: "Declarer makes 8 tricks from here." };
const LINE = [{ seat: "N", card: "DT" }, { seat: "E", card: "H2" }, { seat: "S", card: "H5" }, { seat: "W", card: "H3" }, { seat: "N", card: "H9" }];
const READY = {
  state: "ready",
  heading: "One card cost something",
  list: [{ seq: 4, text: "Trick 1: the king" }],
  start: "Worth 0.",
  moments: { 4: { ...MOMENT, line: LINE }, 5: { ...MOMENT, costs: false, cost: "", line: ["1C", "P", "1NX"] } },
};

/** Follow verdicts against a server with these answers. Return what was asked, and what was reported. */
function follow(given, answers = []) {
  const seen = { asked: 0, told: [] };
  globalThis.fetch = async () => {
    seen.asked += 1;
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("no line");
    return answer;
  };
  followVerdicts(given, "/verdicts/", (found) => seen.told.push(found));
  return seen;
}

const says = (verdicts) => ({ ok: true, status: 200, json: async () => verdicts });

test("what will never come, what is there, and a play without verdicts are not asked for", async () => {
  for (const given of [{ state: "never", why: "no_solver" }, READY, null]) {
    const seen = follow(given, [says(READY)]);
    await time.tick(30 * 60 * 1000);
    assert.deepEqual(seen, { asked: 0, told: [] });
  }
});

test("what is coming is asked for until it is there, and then no more", async () => {
  const seen = follow(COMING, [...Array.from({ length: 20 }, () => says(COMING)), says(READY)]);
  await time.tick(30 * 60 * 1000);
  assert.deepEqual(seen, { asked: 21, told: [READY] });
});

test("the longer it takes, the more seldom it is asked for", async () => {
  const answers = Array.from({ length: 99 }, () => says(COMING));
  const seen = follow(COMING, answers);
  await time.tick(10_000);
  assert.equal(seen.asked, 4);
  await time.tick(10 * 60_000);
  const before = seen.asked;
  await time.tick(10 * 60_000);
  assert.equal(seen.asked - before, 10);
  answers.unshift(says(READY));
  await time.tick(60_000);
});

test("results that are withdrawn are not asked for again; a line that is lost and a server in trouble are", async () => {
  const gone = follow(COMING, [{ ok: false, status: 404 }]);
  await time.tick(10 * 60_000);
  assert.deepEqual(gone, { asked: 1, told: [{ state: "never", why: "gone" }] });
  const trouble = follow(COMING, [{ ok: false, status: 503 }, says(READY)]);
  await time.tick(10 * 60_000);
  assert.deepEqual(trouble, { asked: 2, told: [READY] });
});

test("while it is worked out, and where it never will be, a sentence says so", () => {
  assert.match(words(costList(COMING)), /^Being worked out/);
  assert.match(words(costList({ state: "never", why: "no_solver" })), /not worked out on this server/);
  assert.match(words(costList({ state: "never", why: "gone" })), /withdrawn/);
});

test("the costly cards are a list of keys; without any the heading is all", () => {
  assert.equal(words(costList(READY, () => {}, true)), "One card cost something Trick 1: the king");
  assert.doesNotMatch(markup(costList({ ...READY, list: [], heading: "Nothing was given away" })), /details/);
});

test("a moment says what it cost, what held and what it is worth now", () => {
  assert.match(markup(judged(READY, 4)), /class="judged lost"/);
  assert.match(words(judged(READY, 4)), /^-2 Cost 2 tricks. The jack held. Declarer makes 8 tricks from here./);
  assert.match(markup(judged(READY, 5)), /class="judged kept"/);
  assert.equal(spoken(READY, 4), "Cost 2 tricks. The jack held. Declarer makes 8 tricks from here.");
});

test("the line that held is the rest of this trick and whole ones, or calls with commas", () => {
  assert.match(words(judged(READY, 4)), /The line that held: N diamonds 10; E hearts 2 S hearts 5 W hearts 3 N hearts 9$/);
  assert.match(words(judged(READY, 5)), /The line that held: 1 clubs, Pass, 1NT doubled$/);
});

test("an event that decides nothing keeps its place empty, and so does everything while it is coming", () => {
  assert.equal(words(judged(READY, 99)), "");
  assert.equal(spoken(READY, 99), "");
  assert.deepEqual([words(beforeAll(READY)), words(beforeAll(COMING))], ["Worth 0.", ""]);
});
