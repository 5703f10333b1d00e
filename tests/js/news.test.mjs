import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { news } from "../../static/js/table/news.js";
import { turnWords } from "../../static/js/table/words.js";

const OPP = { seat: "N", first: "Desmond", name: "Desmond Tully", connected: true };
const HANDS = { S: { owner: "S" }, E: { owner: "S", dummy: true }, N: { owner: "N" }, W: { owner: "N", dummy: true } };
const TABLE = { state: "playing", seat: "S", ready: [] };
const turn = (player, what, hand = null) => ({ player, what, hand });
const card = (seat, text) => ({ seat, card: text });
const view = (more) => ({ phase: "play", auction: [], hands: HANDS, legal: [], trick: null, last_trick: null, contract: null, claim: null, undo: null, turn: null, ...more });
let seq = 0;
const message = (seen, table = {}) => ({ play: "p", seq: (seq += 1), table: { ...TABLE, ...table }, view: seen && view(seen) });
const context = ({ table, view: seen }, more) => ({ me: "S", opp: OPP, dummy: "E", game: { crow: true, turn: turnWords }, table, view: seen, ...more });
const heard = (before, after, more) => news(before, after, context(after, more));

test("each call is told once, and the contract when the auction ends", () => {
  const calls = [{ by: "S", call: "1S" }, { by: "N", call: "X" }, { by: "S", call: "P" }];
  const of = (n, more = {}) => message({ phase: "auction", auction: calls.slice(0, n), turn: turn("SNS"[n], "call"), ...more });
  assert.equal(heard(of(0), of(1)), "You bid 1 spade.");
  assert.equal(heard(of(1), of(2)), "Desmond doubles. Your call.");
  const end = of(3, { contract: { text: "1SX", declarer: "S" }, turn: turn("N", "card", "N") });
  assert.equal(heard(of(2), end), "You pass. The contract is 1 spade doubled by you.");
  assert.equal(heard(null, of(2)), "Your call.");
});

test("each card is told by whose it is, with the trick that it ends and what is asked then", () => {
  const cards = [card("S", "S2"), card("W", "S3"), card("N", "S4"), card("E", "S7")];
  const at = (n) => message({ trick: { number: 1, cards: cards.slice(0, n) } });
  assert.equal(heard(at(0), at(1)), "You play the 2 of spades.");
  assert.equal(heard(at(1), at(2)), "West dummy plays the 3 of spades.");
  assert.equal(heard(at(2), at(3)), "Desmond plays the 4 of spades.");
  const end = message({ legal: ["p:H2"], trick: { number: 2, cards: [] }, last_trick: { number: 1, winner: "E", cards }, turn: turn("S", "card", "E") });
  assert.equal(heard(at(3), end), "East dummy plays the 7 of spades. You win trick 1. Your dummy to lead. The last card.");
});

test("where players have one hand and share a dummy, its cards are told by who plays them", () => {
  const own = { game: { turn: turnWords } };
  const hands = { S: { owner: "S" }, N: { owner: "N" }, D: { owner: null, dummy: true } };
  const at = (...cards) => message({ hands, trick: { number: 1, cards } });
  assert.equal(heard(at(), at({ ...card("D", "HA"), by: "N" }), own), "Desmond plays the ace of hearts from the dummy.");
  assert.equal(heard(at(), at(card("N", "HA")), { ...own, opp: { ...OPP, first: "the stock" } }), "The stock plays the ace of hearts.");
});

test("a claim is told once, asked about once, and its refusal once", () => {
  const claim = { by: "N", takes: 5, of: 7 };
  const claimed = message({ claim, turn: turn("S", "claim") });
  assert.equal(heard(message({}), claimed), "Desmond claims 5 of 7. Accept, or play on.");
  assert.equal(heard(null, claimed), "Desmond claims 5 of 7. Accept, or play on.");
  const refused = message({ can: {}, claim_refused: { by: "N", takes: 5, of: 7, trick: 7 } });
  assert.match(heard(claimed, refused), /^Desmond claimed: it is not accepted/);
  const own = message({ claim: { by: "S", takes: 0, of: 3 }, turn: turn("N", "claim") });
  assert.equal(heard(message({}), own), "You concede 3 tricks.");
});

test("the claimant hears that a claim is refused, and when one is possible again", () => {
  const trick = (...cards) => ({ number: 7, cards });
  const claimed = message({ claim: { by: "S", takes: 5, of: 7 }, turn: turn("N", "claim"), trick: trick(card("S", "S2")) });
  const told = { by: "S", takes: 5, of: 7, trick: 7 };
  const refused = message({ can: { claim: false }, claim_refused: told, trick: trick(card("S", "S2")) });
  assert.equal(heard(claimed, refused), "Desmond refused your claim of 5. Claim again after this trick.");
  const done = message({ can: { claim: true }, claim_refused: told, last_trick: { number: 7, winner: "S", cards: [card("S", "S2")] }, trick: { number: 8, cards: [] } });
  assert.equal(heard(refused, done), "You win trick 7. You can claim again.");
  assert.equal(heard(done, done), "", "once");
  const missed = heard(claimed, done);
  assert.match(missed, /Desmond refused your claim of 5. You can claim again./, "also where the page missed the refusal itself");
});

test("a card that went back is told, also when nobody asked", () => {
  const two = message({ trick: { number: 1, cards: [card("S", "S2"), card("W", "S3")] } });
  const back = (how) => ({ ...message({ trick: { number: 1, cards: [card("S", "S2")] }, taken_back: { by: "N", action: "p:S3", how } }), seq: two.seq + 1 });
  assert.equal(heard(two, back("misclick")), "Desmond took back the 3 of spades.");
  assert.equal(heard(two, back("director")), "The director took back Desmond’s 3 of spades.");
  assert.equal(heard(back("misclick"), back("misclick")), "", "once");
});

test("a claim that is corrected and one that is withdrawn are told, and that one is not called refused", () => {
  const claimed = message({ claim: { by: "N", takes: 5, of: 7, was: null }, turn: turn("S", "claim") });
  const corrected = { ...message({ claim: { by: "N", takes: 4, of: 7, was: 5 }, turn: turn("S", "claim") }), seq: claimed.seq + 1 };
  assert.equal(heard(claimed, corrected), "Desmond claims 4 of 7, not 5. Accept, or play on.");
  const withdrawn = { ...message({ taken_back: { by: "N", action: "claim:4", how: "withdrawn" } }), seq: claimed.seq + 2 };
  assert.equal(heard(corrected, withdrawn), "Desmond withdrew the claim.");
});

test("that the opponent calls the director is told, and that the call is withdrawn", () => {
  const [quiet, called] = [message({}), message({}, { called: true, called_by: "N" })];
  assert.equal(heard(quiet, called), "Desmond has called the director.");
  assert.equal(heard(called, quiet), "Desmond no longer needs the director.");
  assert.equal(heard(quiet, message({}, { called: true, called_by: "S" })), "");
});

test("the result is told once, in words", () => {
  const result = { contract: "4SX", declarer: "S", came_to: "made 10 tricks", text: "4SX by South, made 10 tricks", score_text: "+790 to South" };
  const end = message({ phase: "over" }, { state: "result", result });
  assert.equal(heard(message({}), end), "4 spades doubled by South, made 10 tricks. +790 to South.");
  assert.equal(heard(end, { ...end, table: { ...end.table, ready: ["N"] } }), "Desmond has agreed.");
  assert.equal(heard(end, { ...end, table: { ...end.table, ready: ["S"] } }), "");
});

test("between boards the page's heading is told when it is another one", () => {
  const room = (state, more) => ({ play: null, seq: null, table: { ...TABLE, state, ...more }, view: null });
  const ready = room("ready", { board: 16 });
  assert.equal(heard(message({ phase: "over" }, { state: "result" }), ready), "Board 16.");
  assert.equal(heard(ready, room("ready", { board: 16, ready: ["N"] })), "Desmond is ready.");
  assert.equal(heard(ready, room("round_done", { table: 3, next: { round: 4, table: 4, seat: "N" } })), "Move to table 4, sit North.");
});

test("play that is stopped and goes on is told", () => {
  const [on, off] = [message({}), message({}, { paused: true, state: "paused" })];
  assert.match(heard(on, off, { paused: true }), /^Play is stopped/);
  assert.match(heard(off, on), /^Play goes on/);
});

test("what a director asks of their opponent is said once, and not after the play went on", () => {
  const consent = { act: "take back South’s 3 hearts", seen: "p/4", number: "123456", until: "2026-11-22T20:03:00Z" };
  const [quiet, asked] = [message({}), message({}, { consent })];
  assert.equal(heard(quiet, asked, { at: "p/4", now: 0 }), "Desmond, as director, wants to take back South’s 3 hearts. Read out this number if you agree. It is 1 2 3 4 5 6.");
  assert.equal(heard(asked, asked, { at: "p/4", now: 0 }), "");
  assert.equal(heard(quiet, asked, { at: "p/5", now: 0 }), "");
});
