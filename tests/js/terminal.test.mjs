import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, back, begun, doubtful, refusedAt } from "../../static/js/seats/terminal/draft.js";
import { createOutbox, newId } from "../../static/js/seats/terminal/outbox.js";
import { nextBoard, planNow, seatingNow, waitingBoard } from "../../static/js/seats/terminal/rounds.js";
import { unlikely } from "../../static/js/seats/terminal/score.js";
import { openStore } from "../../static/js/seats/terminal/store.js";

const board = (number, more = {}) => ({ number, dealer: "N", vul: "None", done: false, entry: null, pending: null, ...more });
const seating = (round, boards) => ({ round, table: { id: round, label: String(round) }, side: "NS", ns: { id: 1, name: "Bo" }, ew: { id: 4, name: "Ann" }, boards });
const state = (boards = [board(1), board(2)]) => ({ round: 1, pairs: false, plan: [seating(1, boards), seating(2, [board(3), board(4)])] });

const FOUR_HEARTS = { level: "4", strain: "H", doubled: "no", declarer: "S", lead: "none", tricks: "10" };

function typed(answers, from = begun(seating(1, []), board(1))) {
  return Object.entries(answers).reduce((draft, [name, value]) => answered(draft, name, value), from);
}

test("a score is typed in four screens, and back goes through them again", () => {
  let draft = { ...typed({ level: "4", strain: "H", declarer: "S" }), step: "lead" };
  draft = answered(draft, "lead", "C5");
  assert.equal(draft.step, "tricks");
  draft = answered(draft, "tricks", "10");
  assert.equal(draft.step, "whole");
  const steps = [];
  for (let at = draft; at; at = back(at)) steps.push(at.step);
  assert.deepEqual(steps, ["whole", "tricks", "lead", "contract"]);
});

test("what the site refuses is asked again, and the other answers stay", () => {
  const again = refusedAt(typed(FOUR_HEARTS), { lead: "North did not hold that card." });
  assert.equal(again.step, "lead");
  assert.equal(again.fault, "North did not hold that card.");
  assert.equal(again.answers.lead, undefined);
  assert.equal(again.answers.tricks, "10");
});

test("thirteen down redoubled is asked about once more, four down is not", () => {
  assert.equal(unlikely({ contract: "7NXX", tricks: 0 }), "13 down redoubled");
  assert.equal(unlikely({ contract: "4HX", tricks: 5 }), "5 down doubled");
  assert.equal(unlikely({ contract: "7NX", tricks: 13 }), "a grand slam made doubled");
  for (const usual of [{ contract: "4H", tricks: 6 }, { contract: "4HX", tricks: 6 }, { contract: "1CXX", tricks: 7 }, { contract: "7N", tricks: 13 }]) assert.equal(unlikely(usual), "");
  const draft = typed({ ...FOUR_HEARTS, level: "7", strain: "N", doubled: "XX", tricks: "0" });
  assert.equal(doubtful(draft), "13 down redoubled");
  assert.equal(doubtful({ ...draft, sure: true }), "");
  assert.equal(doubtful(typed({ passed: "1" })), "");
});

const act = (kind, more) => ({ kind, round: 1, board: 1, side: "NS", ...more });

test("what the site has not heard is shown on top of what it said", () => {
  const acts = [act("type", { id: "a", answers: FOUR_HEARTS })];
  let plan = planNow(state(), acts);
  assert.equal(waitingBoard(plan[0]).pending.ns_score, 420);
  acts.push(act("confirm", { id: "b", key: "a" }));
  plan = planNow(state(), acts);
  assert.equal(waitingBoard(plan[0]), null);
  assert.deepEqual([plan[0].boards[0].done, plan[0].boards[0].entry.unsent], [true, true]);
  assert.equal(nextBoard(plan[0]).number, 2);
  assert.equal(state().plan[0].boards[0].done, false);
});

test("an answer to another score than the one that waits changes nothing here", () => {
  const theirs = board(1, { pending: { key: "x", side: "EW", asks: "", disputed: false } });
  const plan = planNow(state([theirs, board(2)]), [act("confirm", { id: "b", key: "a" })]);
  assert.equal(plan[0].boards[0].done, false);
  assert.equal(plan[0].boards[0].pending.key, "x");
});

test("a device is at the round of the site, or at a later one that it has gone on to", () => {
  const { plan } = state();
  assert.equal(seatingNow({ plan, state: { round: 1 }, ahead: 0 }).round, 1);
  assert.equal(seatingNow({ plan, state: { round: 1 }, ahead: 2 }).round, 2);
  assert.equal(seatingNow({ plan, state: { round: 2 }, ahead: 1 }).round, 2);
});

/** An outbox over a store in memory. The site answers what `answers` says for each act's name. */
async function outboxOf(answers) {
  const store = await openStore("seat");
  const sent = [];
  const done = [];
  const send = async ({ name }) => sent.push(name) && answers[name]();
  const outbox = await createOutbox(store, send, async ({ name }) => done.push(name));
  return { outbox, store, sent, done };
}

test("acts are sent in order, each until it is answered, and stay kept until then", async () => {
  let up = false;
  const answers = { one: () => (up ? { code: "done" } : null), two: () => ({ code: "kept" }) };
  const { outbox, store, sent, done } = await outboxOf(answers);
  for (const name of ["one", "two"]) await outbox.add({ name, round: 1 });
  await outbox.flush();
  assert.deepEqual([sent, done, (await store.acts()).map(({ name, at }) => [name, at])], [["one"], [], [["one", undefined], ["two", undefined]]]);
  up = true;
  await Promise.all([outbox.flush(), outbox.flush()]);
  assert.deepEqual([sent, done, outbox.acts], [["one", "one", "two"], ["one", "two"], []]);
  assert.equal((await store.acts()).length, 0);
});

test("an act of a round that is not open waits with its round, and holds no other round up", async () => {
  const answers = { later: () => ({ later: true }), after: () => ({ code: "done" }), now: () => ({ code: "done" }) };
  const { outbox, done } = await outboxOf(answers);
  await outbox.add({ name: "later", round: 2 });
  await outbox.add({ name: "after", round: 2 });
  await outbox.add({ name: "now", round: 1 });
  await outbox.flush();
  assert.deepEqual([done, outbox.acts.length], [["now"], 2]);
});

test("a full disk loses nothing while the page stays", async () => {
  const store = { ...(await openStore("seat")), add: () => Promise.reject(new Error("The disk is full")) };
  const sent = [];
  const outbox = await createOutbox(store, async ({ name }) => sent.push(name) && { code: "done" }, async () => {});
  await outbox.add({ name: "one", round: 1 });
  await outbox.flush();
  assert.deepEqual([sent, outbox.acts], [["one"], []]);
});

test("ids are letters and figures, and never the same", () => {
  const ids = Array.from({ length: 100 }, newId);
  assert.equal(new Set(ids).size, 100);
  assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(id)));
});
