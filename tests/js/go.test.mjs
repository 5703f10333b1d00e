import test from "node:test";
import assert from "node:assert";
import { meant } from "../../static/js/director/go.js";

const sixty = Array.from({ length: 60 }, (_, n) => String(n + 1));

test("a number opens its table as soon as no longer one can be meant", () => {
  assert.equal(meant("47", sixty), "47");
  assert.equal(meant(" 47 ", sixty), "47");
  assert.equal(meant("7", sixty), "7");
  assert.equal(meant("4", sixty), "", "40 to 49 begin with it: Enter opens table 4");
  assert.equal(meant("61", sixty), "");
  assert.equal(meant("", sixty), "");
});

test("tables with letters", () => {
  assert.equal(meant("b2", ["A1", "A2", "B1", "B2"]), "B2");
  assert.equal(meant("a", ["A1"]), "");
});
