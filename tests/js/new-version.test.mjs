import { storage } from "./page.mjs";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createNewVersion, isQuiet } from "../../static/js/table/new-version.js";

let kept;
beforeEach(() => (kept = storage()));

/** A page of this version. A test can set whether it is idle; `did` lists what it has done. */
function page(own) {
  const did = [];
  const state = { idle: true, did };
  state.version = createNewVersion(own, { idle: () => state.idle, say: (text) => did.push(text), reload: () => did.push("reload") });
  return state;
}

test("a new version is taken at once between boards, and the new page says so in one line, once", () => {
  const old = page("a");
  old.version.heard("b");
  assert.deepEqual(old.did, ["reload"]);
  const fresh = page("b");
  fresh.version.heard("b");
  fresh.version.look();
  assert.equal(fresh.did.length, 1);
  assert.match(fresh.did[0], /new version/);
});

test("while a board is on the table nothing happens and nothing is said; afterwards it is taken", () => {
  const old = page("a");
  old.idle = false;
  old.version.heard("b");
  old.version.look();
  assert.deepEqual(old.did, []);
  old.idle = true;
  old.version.look();
  assert.deepEqual(old.did, ["reload"]);
});

test("the line waits for the next time between boards too", () => {
  page("a").version.heard("b");
  const fresh = page("b");
  fresh.idle = false;
  fresh.version.heard("b");
  assert.deepEqual(fresh.did, []);
  fresh.idle = true;
  fresh.version.look();
  assert.equal(fresh.did.length, 1);
});

test("a page that is still the old one after loading does not load itself again for that version", () => {
  page("a").version.heard("b");
  const same = page("a");
  same.version.heard("b");
  assert.deepEqual(same.did, []);
  same.version.heard("c");
  assert.deepEqual(same.did, ["reload"]);
});

test("without a version, of the page or of the server, nothing is taken, nor where nothing can be kept", () => {
  const unknown = page("");
  unknown.version.heard("b");
  const silent = page("a");
  silent.version.heard(undefined);
  silent.version.heard("");
  kept.full = true;
  const full = page("a");
  full.version.heard("b");
  assert.deepEqual([unknown.did, silent.did, full.did], [[], [], []]);
});

test("no board is on the table before it is opened and after it is agreed, but while it is paused or has a result one is", () => {
  const at = (state, view = null) => isQuiet({ view, table: { state } });
  assert.equal(isQuiet(null), false);
  for (const state of ["not_started", "waiting", "ready", "round_done", "sit_out", "finished"]) assert.equal(at(state), true, state);
  for (const state of ["playing", "result"]) assert.equal(at(state, {}), false, state);
  assert.equal(at("paused"), false);
});
