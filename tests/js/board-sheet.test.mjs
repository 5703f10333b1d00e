import "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBoardSheets, moment } from "../../static/js/table/board-sheet.js";

const table = (state, more = {}) => ({ state, seat: "S", round: 2, board: 7, done: [5, 6], ready: [], board_sheet: "/seat/x/board/", ...more });
const at = (state, more) => ({ play: "p1", table: table(state, more) });

test("the sheet is asked for between boards, and of a result once its player has agreed", () => {
  assert.equal(moment(null), "");
  assert.equal(moment(at("playing", { done: [] })), "");
  assert.notEqual(moment(at("playing")), moment(at("playing", { done: [5, 6, 7] })));
  assert.equal(moment(at("paused")), "");
  assert.equal(moment(at("result", { ready: ["N"] })), "");
  assert.equal(moment(at("result", { ready: ["S"] })), "agreed p1");
  assert.equal(moment(at("ready", { board_sheet: undefined })), "");
  assert.notEqual(moment(at("ready")), moment(at("round_done", { done: [5, 6, 7] })));
});

test("it is asked for once at each moment, and again after a lost line", async () => {
  let answer = { status: 200, json: async () => ({ board: 6 }) };
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    if (!answer) throw new TypeError("no line");
    return answer;
  };
  let message = at("ready");
  let changes = 0;
  const sheets = createBoardSheets(() => message, () => (changes += 1));
  const settled = () => new Promise((go) => { setTimeout(go, 0); });
  sheets.look();
  await settled();
  sheets.look();
  await settled();
  assert.deepEqual([asked, sheets.last.board, changes], [["/seat/x/board/"], 6, 1]);
  message = at("result", { ready: ["S"] });
  answer = null;
  sheets.look();
  await settled();
  assert.equal(sheets.last.board, 6);
  answer = { status: 200, json: async () => ({ board: 7 }) };
  sheets.look();
  await settled();
  assert.equal(sheets.last.board, 7);
  await sheets.show(5);
  assert.equal(asked.at(-1), "/seat/x/board/5/");
  answer = { status: 204 };
  message = at("round_done", { done: [5, 6, 7] });
  sheets.look();
  await settled();
  assert.equal(sheets.last, null);
});

test("whoever agreed last is told how the board went while the next one is called", async () => {
  globalThis.fetch = async () => ({ status: 200, json: async () => ({ board: 7, figure: "62.50 %" }) });
  const told = [];
  let message = at("result", { ready: ["N"], result: { board: 7 } });
  const sheets = createBoardSheets(() => message, () => {}, (sheet) => told.push(sheet.figure));
  const settled = () => new Promise((go) => { setTimeout(go, 0); });
  sheets.look();
  message = at("playing", { done: [5, 6, 7], board: 8 });
  sheets.look();
  await settled();
  assert.deepEqual(told, ["62.50 %"]);
  sheets.look();
  await settled();
  assert.equal(told.length, 1);
});

test("whoever has seen it at the result is not told again", async () => {
  globalThis.fetch = async () => ({ status: 200, json: async () => ({ board: 7, figure: "62.50 %" }) });
  const told = [];
  let message = at("result", { result: { board: 7 } });
  const sheets = createBoardSheets(() => message, () => {}, (sheet) => told.push(sheet.figure));
  const settled = () => new Promise((go) => { setTimeout(go, 0); });
  sheets.look();
  message = at("result", { result: { board: 7 }, ready: ["S"] });
  sheets.look();
  await settled();
  message = at("playing", { done: [5, 6, 7], board: 8 });
  sheets.look();
  await settled();
  assert.deepEqual(told, []);
});
