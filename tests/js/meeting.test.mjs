// A table at home that waits for whoever comes: what is read out, and what the two players say to each other.

import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { news } from "../../static/js/table/news.js";
import { saying } from "../../static/js/table/sayings.js";

const ROBOT = { name: "Robot, club player", seat: "N", connected: true, robot: true };
const ANN = { name: "Ann North", seat: "N", connected: true, robot: false };
const at = (state, opponent, more = {}) => ({ play: null, seq: 0, view: null, table: { home: true, state, opponent, seat: "S", ready: [], board: 1, note: "Members see it.", ...more } });
const context = ({ table }) => ({ me: "S", home: true, table, opp: { ...(table.opponent || {}), first: "Ann" } });
const heard = (before, after) => news(before, after, context(after));

test("who comes to a table that waits is read out, and who leaves it for them is not", () => {
  const alone = at("waiting", null);
  assert.equal(heard(null, alone), "Waiting for somebody.");
  assert.equal(heard(null, at("waiting", null, { note: "" })), "Waiting for your friend.");
  assert.equal(heard(alone, at("ready", ROBOT)), "A robot sits opposite until somebody comes. Deal 1.");
  assert.equal(heard(at("ready", ROBOT), at("ready", ANN)), "Ann North has come to the table.");
  assert.equal(heard(at("ready", ANN), at("ready", ANN)), "");
});

test("a phrase is told once, to both, and not again to a page that is opened later", () => {
  const said = (number, by, text) => at("ready", ANN, { said: { number, by, text } });
  const [before, theirs, own] = [at("ready", ANN, { said: null }), said(1, "N", "Hello!"), said(2, "S", "Good luck!")];
  assert.equal(saying(null, theirs), "");
  assert.equal(saying(before, theirs), "Ann North: Hello!");
  assert.equal(saying(theirs, theirs), "");
  assert.equal(saying(theirs, own), "You said: Good luck!");
});
