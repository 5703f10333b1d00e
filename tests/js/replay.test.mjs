import { elements, press, words } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { said, trickStrip } from "../../static/js/replay/open-hands.js";
import { ledAt, playedAt, seqsOf, stepsOf, winnersAt } from "../../static/js/replay/record.js";
import { leads, target } from "../../static/js/replay/stepping.js";
import { stepWords } from "../../static/js/replay/step-words.js";
import { createViewer } from "../../static/js/replay/viewer.js";

const cards = (text) => text.split(" ").map((each) => ({ seat: each[0], card: each.slice(1) }));
const PLAY = {
  dealer: "N",
  auction: [{ by: "N", call: "P" }, { by: "S", call: "1H" }, { by: "N", call: "X" }, { by: "S", call: "P" }],
  tricks: [
    { number: 1, leader: "N", winner: "W", cards: cards("NC2 EC3 SC4 WCA") },
    { number: 2, leader: "W", cards: cards("WDT ND3") },
  ],
  outcome: { contract: "1HX", declarer: "S", tricks: 6, claimed: true },
  claim: { by: "S", takes: 6 },
};
const STEPS = stepsOf(PLAY);
const sentence = (at, play = PLAY) => words(said({ play, steps: stepsOf(play), at }));

test("a step leads back, on, to the next trick and to both ends, and never beyond", () => {
  const play = { last: 10, stops: [5, 9] };
  const from = (at) => ["first", "back", "next", "trick", "last"].map((where) => target(where, at, play));
  assert.deepEqual(from(0), [0, 0, 1, 5, 10]);
  assert.deepEqual(from(5), [0, 4, 6, 9, 10]);
  assert.deepEqual(from(9), [0, 8, 10, 10, 10]);
  assert.deepEqual(from(10), [0, 9, 10, 10, 10]);
  assert.deepEqual(["first", "back", "next", "trick", "last"].map((where) => leads(where, 10, play)), [true, true, false, false, false]);
});

test("a record is the deal, its calls, its cards and the end", () => {
  assert.equal(STEPS.map((step) => step.kind[0]).join(""), "dcccc" + "cccccc" + "e");
  assert.deepEqual(ledAt(STEPS), [5, 9]);
});

test("at each step it is known which cards have gone and who has won the tricks that are complete", () => {
  assert.deepEqual([...playedAt(STEPS, 6)], ["C2", "C3"]);
  assert.deepEqual(winnersAt(STEPS, 7), []);
  assert.deepEqual(winnersAt(STEPS, 8), ["N"]);
  assert.match(words(trickStrip({ steps: STEPS, at: 11 })), /Tricks: South 0, North 1$/);
});

test("each step is an event of the log; a card that the last trick played by itself is none, the end is the claim", () => {
  const order = { calls: [1, 2, 3, 4], cards: [5, 6, 7, 8, 11], claim: [12, 13] };
  assert.deepEqual(seqsOf(STEPS, order), [[], [1], [2], [3], [4], [5], [6], [7], [8], [11], [], [12, 13]]);
});

test("each step of a published play is a sentence", () => {
  assert.deepEqual([0, 1, 2, 3].map((at) => sentence(at)), [
    "North deals. All 52 cards lie face up for the auction.",
    "North passes.",
    "South bids 1 hearts.",
    "North doubles.",
  ]);
  assert.equal(sentence(5), "Trick 1: North leads clubs 2.");
  assert.equal(sentence(6), "Trick 1: East, South’s dummy, plays clubs 3.");
  assert.equal(sentence(8), "Trick 1: West, North’s dummy, plays clubs A. West wins.");
  assert.equal(sentence(11), "South claims 6. 1 hearts doubled by South, 6 tricks.");
});

test("a play ends passed out, conceded, or with its last card", () => {
  const ended = (more) => sentence(11, { ...PLAY, ...more });
  assert.equal(ended({ outcome: { contract: "PASS" }, claim: null }), "Passed out: 0 to both.");
  assert.equal(ended({ claim: { by: "N", takes: 0 } }), "North concedes the rest. 1 hearts doubled by South, 6 tricks.");
  assert.equal(ended({ claim: null }), "1 hearts doubled by South, 6 tricks.");
});

const C = { me: "S", opp: { seat: "N", name: "Desmond Tully", first: "Desmond" }, game: {} };
const step = (actor, a, view = {}) => words(stepWords(C, { actor, a, view: { outcome: null, ...view } }));

test("each step of a match at home says who did what", () => {
  assert.equal(step(null, null), "The cards are dealt");
  assert.equal(step("S", "c:1H"), "You bid 1 hearts");
  assert.equal(step("N", "c:P"), "Desmond passes");
  assert.equal(step("N", "c:XX"), "Desmond redoubles");
  assert.equal(step("N", "p:ST"), "Desmond plays spades 10");
  assert.equal(step("S", "p:JK:H"), "You play Joker, asking for hearts");
  assert.equal(step("N", "claim:1"), "Desmond claims 1 trick");
  assert.equal(step("S", "draw:S7.H3"), "You discard spades 7 hearts 3 and draw as many");
  assert.equal(step("N", "draw:"), "Desmond changes no card");
  assert.equal(step("S", "keep:SA.S2/H3"), "You keep spades A spades 2");
  assert.equal(step("N", "discard:C2"), "Desmond lays away clubs 2");
});

test("the last step of a match at home says how the deal ended", () => {
  assert.equal(step("N", "p:S2", { outcome: { contract: "1HX", declarer: "S", tricks: 1 } }), "Desmond plays spades 2. 1 hearts doubled by you, 1 trick.");
  assert.equal(step("S", "c:P", { outcome: { contract: "PASS" } }), "You pass. Passed out.");
  assert.equal(step("S", "p:S2", { outcome: { contract: null, tricks: { S: 7, N: 6 } } }), "You play spades 2. You 7, Desmond 6.");
});

/** A viewer of a play of three events, and the positions that it has drawn. */
function view({ verdicts = null, ...more } = {}) {
  delete elements["verdicts-data"];
  if (verdicts) elements["verdicts-data"] = JSON.stringify(verdicts);
  const shown = [];
  const viewer = createViewer({ last: 3, stops: [2], show: () => shown.push(viewer.at), ...more });
  return { viewer, shown };
}

test("keys step through a play, but not in a field, with a modifier, or where they were used already", () => {
  const { shown } = view();
  assert.equal(press("ArrowRight"), true);
  press("End");
  press("ArrowLeft");
  press("Home");
  assert.deepEqual(shown, [1, 3, 2, 0]);
  assert.equal(press("a"), false);
  assert.equal(press("End", { ctrlKey: true }), false);
  assert.equal(press("End", { target: { closest: () => "a field" } }), false);
  assert.equal(press("End", { defaultPrevented: true }), false);
  assert.deepEqual(shown, [1, 3, 2, 0]);
});

test("a play without verdicts says nothing of them", () => {
  const { viewer } = view();
  assert.deepEqual([viewer.hasVerdicts, words(viewer.judged()), words(viewer.costs(true))], [false, "", ""]);
});

test("at each position stands what its events cost, and nothing where they decide nothing", () => {
  const moment = { costs: true, mark: "-1", cost: "Cost 1 trick.", held: "The ace held.", now: "8 from here.", line: [] };
  const verdicts = { state: "ready", heading: "One card", list: [], start: "Worth 0.", moments: { 7: moment } };
  const { viewer } = view({ verdicts, seqsAt: (at) => (at === 2 ? [7] : []) });
  assert.equal(words(viewer.judged()), "Worth 0.");
  viewer.step("next");
  assert.equal(words(viewer.judged()), "");
  viewer.step("trick");
  assert.equal(words(viewer.judged()), "-1 Cost 1 trick. The ace held. 8 from here.");
  assert.equal(viewer.spoken(), "Cost 1 trick. The ace held. 8 from here.");
});
