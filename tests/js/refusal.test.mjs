import { clock } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRefusal, refusedWords } from "../../static/js/table/refusal.js";

const time = clock();
const OPP = { seat: "N", first: "Desmond", connected: true };
const TOLD = { by: "S", takes: 5, of: 7, trick: 7 };
const trick = (number, ...cards) => ({ number, cards });
const view = (more) => ({ phase: "play", claim_refused: null, last_trick: trick(6), trick: trick(7, {}), ...more });
const message = (seen, checked = "") => ({ table: { checked }, view: seen });
const refused = view({ claim_refused: TOLD });
const back = view({ claim_refused: TOLD, last_trick: trick(7), trick: trick(8) });
const words = (refusal, seen = refused, me = "S") => (refusal.now ? refusedWords(refusal.now, { me, opp: OPP, view: seen }) : "");

test("the refusal of an own claim is said until a claim is possible, then that it is", async () => {
  const refusal = createRefusal();
  refusal.shown(view(), message(refused));
  assert.equal(words(refusal), "Desmond refused your claim of 5. Claim again after this trick.");
  await time.tick(60000);
  assert.match(words(refusal), /^Desmond refused/, "however long the trick takes");
  refusal.shown(refused, message(back));
  assert.equal(words(refusal, back), "Desmond refused your claim of 5. You can claim again.");
  await time.tick(4900);
  assert.match(words(refusal, back), /claim again.$/);
  await time.tick(200);
  assert.equal(words(refusal, back), "");
});

test("a trick that is complete at once does not take the words away", async () => {
  const refusal = createRefusal();
  refusal.shown(view(), message(back));
  await time.tick(7900);
  assert.match(words(refusal, back), /^Desmond refused your claim of 5/);
  await time.tick(200);
  assert.equal(refusal.now, null);
});

test("a page that is opened anew says it while no claim is possible, and not after", () => {
  const refusal = createRefusal();
  refusal.shown(null, message(refused));
  assert.match(words(refusal), /^Desmond refused/);
  const later = createRefusal();
  later.shown(null, message(back));
  assert.equal(later.now, null);
});

test("the computer's refusal has its own words, also for the opponent, who reads nothing of their own answer", () => {
  const said = "Checked: {S|*'s|your} claim of 5 was not proved.";
  const refusal = createRefusal();
  refusal.shown(view(), message(refused, said));
  assert.equal(words(refusal), "Checked: your claim of 5 was not proved. Claim again after this trick.");
  assert.equal(refusedWords(refusal.now, { me: "N", opp: { ...OPP, seat: "S" }, view: refused }), "Checked: Desmond's claim of 5 was not proved.");
  const own = createRefusal();
  own.shown(view(), message(refused));
  assert.equal(words(own, refused, "N"), "");
});

test("a concession that is refused, and a refusal before the first card of a trick", () => {
  const refusal = createRefusal();
  const seen = view({ claim_refused: { ...TOLD, takes: 0 }, trick: trick(7) });
  refusal.shown(view(), message(seen));
  assert.equal(words(refusal, seen), "Desmond refused your concession. Claim again after the next trick.");
});
