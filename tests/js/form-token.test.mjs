import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { formToken } from "../../static/js/lib/form-token.js";

test("the token is found over https too, where the cookie's name has a prefix and a plain one may be left", () => {
  const found = ["", "a=1; csrftoken=x", "xcsrftoken=1; csrftoken=y; __Host-csrftoken=z"].map((cookie) => formToken((document.cookie = cookie)));
  assert.deepEqual(found, ["", "x", "z"]);
});
