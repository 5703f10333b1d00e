import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as say from "../../static/js/table/words.js";
import { shortWhy, tapWhy } from "../../static/js/table/why.js";

const OPP = { seat: "N", first: "Desmond", name: "Desmond Tully", connected: true };
const HANDS = { S: { owner: "S" }, E: { owner: "S", dummy: true }, N: { owner: "N" }, W: { owner: "N", dummy: true } };
const turn = (player, what, hand = null) => ({ player, what, hand });
const card = (seat, text) => ({ seat, card: text });
const told = (view, opp = OPP) => say.turnWords({ view: { legal: [], ...view }, me: "S", opp, dummy: "E" });

test("a player is called by their first name, an empty seat by its direction", () => {
  assert.equal(say.shortName("Desmond Tully", "N"), "Desmond");
  assert.equal(say.shortName("Tully, Desmond", "N"), "Tully");
  assert.equal(say.shortName("  ", "N"), "North");
  assert.deepEqual([say.possessive("Desmond"), say.possessive("Agnes")], ["Desmond’s", "Agnes’"]);
});

test("where one sits, at a club and at home", () => {
  assert.equal(say.whereWords({ board: 15, table: 3 }), "Board 15, Table 3");
  assert.equal(say.whereWords({}), "Your table");
  assert.equal(say.whereWords({ home: true, board: 3, title: "Umbrage" }), "Deal 3, Umbrage");
});

test("the time left is told in minutes begun", () => {
  const end = "2026-11-22T20:00:00Z";
  const before = (ms) => say.timeLeft(end, Date.parse(end) - ms);
  assert.deepEqual([before(60001), before(60000), before(1), before(0)], ["2 min left", "1 min left", "1 min left", "Time is up"]);
  assert.equal(say.timeLeft(null, 0), "");
});

test("whose call it is", () => {
  assert.equal(told({ turn: turn("S", "call") }).loud, "Your call");
  assert.equal(told({ turn: turn("N", "call") }).loud, "Desmond to call");
  assert.equal(told({ turn: turn("N", "call") }, { ...OPP, connected: false }).why, "not connected just now");
  assert.equal(told({ turn: null }).loud, "The board is over");
});

test("from which hand a card is played, and what it must follow", () => {
  const lead = told({ turn: turn("S", "card", "S"), trick: { number: 1, cards: [] } });
  assert.deepEqual([lead.loud, lead.why, lead.at], ["Your hand to lead", "The opening lead: any card", "bottom"]);
  const follow = told({ turn: turn("S", "card", "E"), trick: { number: 2, cards: [card("N", "H5")] }, legal: ["p:H9"] });
  assert.deepEqual([follow.loud, follow.why, follow.at], ["Your dummy to play", "Hearts led: East must follow", "right"]);
  const free = told({ turn: turn("S", "card", "E"), trick: { number: 2, cards: [card("N", "H5")] }, legal: ["p:C9", "p:S2"] });
  assert.equal(free.why, "No heart at an end: choose");
  const theirs = told({ turn: turn("N", "card", "W"), trick: { number: 2, cards: [] } });
  assert.deepEqual([theirs.loud, theirs.why, theirs.at], ["Desmond to lead", "from West, the dummy", "left"]);
});

test("who claims, and who waits for the answer", () => {
  const claim = { takes: 3, of: 5 };
  assert.equal(told({ turn: turn("S", "claim"), claim }).loud, "Desmond claims 3 of 5");
  assert.equal(told({ turn: turn("S", "claim"), claim: { takes: 0, of: 5 } }).loud, "Desmond concedes all 5");
  assert.equal(told({ turn: turn("N", "claim"), claim }).loud, "Waiting for Desmond to answer your claim");
  assert.equal(told({ turn: turn("S", "undo") }).loud, "Desmond asks to take it back");
});

test("the server's marked text is said to the one who reads it", () => {
  const c = { me: "S", opp: OPP };
  assert.equal(say.personal("{S|* takes|You take} the last trick.", c), "You take the last trick.");
  assert.equal(say.personal("{N|* has|You have} a game. {S|* leads|You lead} by 40, 30 to 0 for {N|*|you}", c), "Desmond has a game. You lead by 40, 30 to 0 for Desmond");
  assert.equal(say.personal("Checked: {S|*'s|your} claim of 3 was not proved", c), "Checked: your claim of 3 was not proved");
  assert.equal(say.personal("Checked: {S|*'s|your} claim of 3 was not proved", { me: "N", opp: { ...OPP, seat: "S" } }), "Checked: Desmond's claim of 3 was not proved");
  assert.equal(say.personal("You have decided\n{N|*|you} has not", c), "You have decided: Desmond has not");
});

test("what is no marker is said as it stands, whatever people are called", () => {
  const c = { me: "S", opp: { ...OPP, first: "$& South {S|a|b}" } };
  assert.equal(say.personal("South. {N|*|you} is to call", c), "South. $& South {S|a|b} is to call");
});

test("a prompt of two lines has the first loud and the other below it", () => {
  const asked = (prompt) => say.promptWords({ view: { prompt, turn: turn("S", "choose") }, me: "S", opp: OPP });
  assert.deepEqual(asked("Choose a card to keep\nthe other goes away"), { loud: "Choose a card to keep", why: "The other goes away", mine: true, at: null });
  assert.deepEqual([asked("You lead. Or not: choose").loud, asked("Keep it").why], ["You lead. Or not: choose", ""]);
});

test("a common dummy's cards count for who played them", () => {
  assert.equal(say.takerOf({ winner: "E" }, { hands: HANDS }), "S");
  assert.equal(say.takerOf({ winner: "D", won_by: "N" }, { hands: HANDS }), "N");
});

test("why a card may not be played is said beside it, and in full to who taps it", () => {
  const view = { phase: "play", trick: { number: 2, cards: [card("N", "H5")] }, why_not: { S7: "is buried" }, hands: HANDS, turn: turn("S", "card", "E") };
  assert.equal(shortWhy(view, "S7"), "must follow hearts");
  assert.equal(shortWhy({ ...view, trick: null }, "S7"), "is buried");
  const c = { view, me: "S", opp: OPP, myTurn: true };
  assert.equal(tapWhy(c, "S7", "E", 3), "3 cards from the end");
  assert.equal(tapWhy(c, "S7", "E", 0), "Is buried.");
  assert.equal(tapWhy(c, "C2", "W", 0), "An end of Desmond's dummy");
  assert.equal(tapWhy({ ...c, myTurn: false }, "C2", "S", 0), "Desmond is to play.");
});

test("what a director asks of their opponent is shown until its time, and an act on the play until the play goes on", () => {
  const until = "2026-11-22T20:03:00Z";
  const asked = (more) => ({ consent: { act: "take back South’s 3 hearts", seen: "", number: "123456", until, ...more } });
  const shown = (table, at, before) => Boolean(say.consentNow(table, at, before === null ? null : Date.parse(until) - before));
  assert.equal(shown({ consent: null }, "p/4", 1000), false);
  assert.deepEqual([shown(asked(), "p/4", 1000), shown(asked(), "p/4", -1), shown(asked(), "p/4", null)], [true, false, true]);
  assert.deepEqual([shown(asked({ seen: "p/4" }), "p/4", 1000), shown(asked({ seen: "p/4" }), "p/5", 1000)], [true, false]);
  assert.equal(say.consentWords(asked().consent.act, "Desmond"), "Desmond, as director, wants to take back South’s 3 hearts. Read out this number if you agree.");
});
