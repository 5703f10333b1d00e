import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgain } from "../../static/js/table/again.js";

const asking = (seq, prompt) => ({ play: "p", seq, view: { turn: null, legal: [], choices: ["umbrage:take"], pick: null, prompt } });

/** An act that was sent on a view and refused as too late, and is then sent again. */
function late(code = "stale") {
  const given = [];
  const again = createAgain((action) => given.push(action));
  const said = { id: "1", play: "p", seq: 4, a: "umbrage:take" };
  again.sent(said, asking(4, "Decide"));
  again.refused("1", said, code);
  return { again, given };
}

test("an act that came second is given again, once, while the same is still asked", () => {
  const { again, given } = late();
  assert.equal(again.attempt(asking(4, "Decide")), false);
  assert.equal(again.attempt(asking(5, "Decide")), true);
  assert.equal(again.attempt(asking(6, "Decide")), false);
  assert.deepEqual(given, ["umbrage:take"]);
});

test("it is not given again where something else is asked, in another play, or when the rules refused it", () => {
  const { again, given } = late();
  assert.equal(again.attempt({ ...asking(5, "Decide"), play: "q" }), false);
  assert.equal(again.attempt(asking(5, "Draw")), false);
  const refused = late("illegal");
  assert.equal(refused.again.attempt(asking(5, "Decide")), false);
  assert.deepEqual([...given, ...refused.given], []);
});
