// How long the key that takes back a misclick is there, and the words for what was taken back.

import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { hearServer, serverNow } from "../../static/js/lib/elapsed.js";
import { createTakeBack, takenWords } from "../../static/js/table/takeback.js";

const at = (seq, more = {}) => ({ play: "p", seq, table: { misclick: 3 }, view: { legal: ["p:S7", "p:S8"], can: { misclick: true }, ...more } });

function after(run) {
  let now = 1e6;
  performance.now = () => now;
  return run(createTakeBack(), (ms) => (now += ms));
}

test("the key is there for three seconds after an own act", () =>
  after((back, wait) => {
    back.sent("p:S7", at(4));
    assert.equal(back.left, 0);
    back.shown(at(5));
    assert.deepEqual(back.key, { left: 3, runs: 3000 });
    wait(2900);
    back.shown(at(5)); // the opponent's line was lost: the same event
    assert.equal(back.left, 1);
    wait(101);
    assert.equal(back.key, null);
  }));

test("against a robot that does not wait the key is there only while the turn stays here", () =>
  after((back) => {
    const table = { misclick: 3, robot_at_once: true };
    back.sent("p:S7", at(4));
    back.shown({ ...at(5, { me: "S", turn: { player: "N" } }), table });
    assert.equal(back.key, null);
    back.sent("p:S7", at(5));
    back.shown({ ...at(6, { me: "S", turn: { player: "S" } }), table });
    assert.equal(back.left, 3);
  }));

test("an answer that was long on its way leaves less than that", () =>
  after((back, wait) => {
    back.sent("p:S7", at(4));
    wait(2500);
    back.shown(at(5));
    assert.equal(back.key.runs, 1500);
  }));

test("a clock that stood still for ten minutes is set by the server, and the key is gone", () =>
  after((back, wait) => {
    hearServer("2026-11-20T20:00:00Z");
    back.sent("p:S7", at(4));
    back.shown(at(5));
    wait(500);
    hearServer("2026-11-20T20:00:04Z"); // the first answer was long on its way
    assert.equal(back.left, 3);
    hearServer("2026-11-20T20:10:00Z");
    assert.equal(back.key, null);
    wait(1000);
    assert.equal(serverNow(), Date.parse("2026-11-20T20:10:01Z"));
  }));

test("it goes with the next event, and is not there for another's act, a forced card or a page that was opened anew", () =>
  after((back) => {
    back.shown(at(5));
    assert.equal(back.key, null);
    back.sent("p:S7", at(5));
    back.shown(at(6));
    back.shown(at(7));
    assert.equal(back.key, null);
    back.sent("p:S7", at(7, { legal: ["p:S7"] }));
    back.shown(at(8));
    assert.equal(back.key, null);
    back.sent("p:S7", at(8));
    back.shown(at(9, { can: { misclick: false } }));
    assert.equal(back.key, null);
  }));

test("a tap so soon after the one before is not meant for it", () =>
  after((back, wait) => {
    back.sent("c:1S", at(4));
    back.shown(at(5));
    assert.equal(back.ripe, false);
    wait(401);
    assert.equal(back.ripe, true);
  }));

test("what was taken back is said to both", () => {
  const c = { me: "N", opp: { first: "Ruth" } };
  const said = (taken, me = "N") => takenWords({ taken_back: taken }, { ...c, me });
  assert.equal(said({ by: "S", action: "p:S7", how: "misclick" }), "Ruth took back the 7 of spades");
  assert.equal(said({ by: "S", action: "p:S7", how: "misclick" }, "S"), "You took back the 7 of spades");
  assert.equal(said({ by: "S", action: "c:3H", how: "director" }), "The director took back Ruth’s 3 hearts");
  assert.equal(said({ by: "S", action: "c:P", how: "director" }, "S"), "The director took back your pass");
  assert.equal(said({ by: "S", action: "c:P", how: "consent" }), "Ruth took back the pass");
  assert.equal(said({ by: "S", action: "claim:5", how: "withdrawn" }), "Ruth withdrew the claim");
  assert.equal(said({ by: "N", action: "claim:5", how: "withdrawn" }), "You withdrew your claim: claim again after the next trick");
  assert.equal(said(null), "");
});
