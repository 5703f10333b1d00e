import { clock, storage } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOutbox } from "../../static/js/lib/outbox.js";

const time = clock();
const ACT = { t: "act", play: "p", seq: 4, a: "p:S7" };

/** An empty outbox, and its storage. */
function fresh() {
  const store = storage();
  return { store, outbox: createOutbox("/seat/a/socket/") };
}

test("each message gets an id of its own, which is a UUID", () => {
  const { outbox } = fresh();
  const [one, other] = [outbox.add(ACT), outbox.add(ACT)];
  assert.match(one.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(one.id, other.id);
  assert.equal(one.a, ACT.a);
});

test("what is not answered in time is sent again with the same id, and then not before that time again", async () => {
  const { outbox } = fresh();
  const sent = outbox.add(ACT);
  await time.tick(7999);
  assert.deepEqual(outbox.due(8000), []);
  await time.tick(1);
  assert.deepEqual(outbox.due(8000), [sent]);
  assert.deepEqual(outbox.due(8000), []);
  await time.tick(8000);
  assert.deepEqual(outbox.due(8000), [sent]);
});

test("after a lost line everything unanswered is sent again at once, in its order", () => {
  const { outbox } = fresh();
  const sent = [outbox.add(ACT), outbox.add({ t: "help" })];
  assert.deepEqual(outbox.due(0), sent);
});

test("what the server has committed is not sent again, and waits until its view is painted", () => {
  const { outbox } = fresh();
  const { id } = outbox.add(ACT);
  outbox.ack(id, 12);
  assert.deepEqual(outbox.due(0), []);
  outbox.painted(11);
  assert.ok(outbox.find((said) => said.id === id));
  outbox.painted(12);
  assert.equal(outbox.find(() => true), undefined);
});

test("a second answer to the same message changes nothing", () => {
  const { outbox } = fresh();
  const { id } = outbox.add(ACT);
  outbox.ack(id, 12);
  outbox.painted(12);
  outbox.ack(id, 12);
  assert.equal(outbox.find(() => true), undefined);
});

test("a view that is painted forgets nothing that is unanswered", () => {
  const { outbox } = fresh();
  outbox.add(ACT);
  outbox.painted(1000);
  assert.equal(outbox.due(0).length, 1);
});

test("a refused message is forgotten and given back; one of another device is not ours", () => {
  const { outbox } = fresh();
  const sent = outbox.add(ACT);
  assert.deepEqual(outbox.drop(sent.id), sent);
  assert.equal(outbox.drop(sent.id), undefined);
  assert.equal(outbox.drop("unknown"), undefined);
  assert.deepEqual(outbox.due(0), []);
});

test("a page that is loaded again still has what was not answered, with its id, and sends it at once", () => {
  const { store, outbox } = fresh();
  const sent = outbox.add(ACT);
  assert.deepEqual(JSON.parse(store.getItem("outbox:/seat/a/socket/")), [{ message: sent, acked: null }]);
  assert.deepEqual(createOutbox("/seat/a/socket/").due(8000), [sent]);
  assert.deepEqual(createOutbox("/seat/b/socket/").due(0), []);
});

test("without storage it lives as long as the page", () => {
  const { store, outbox } = fresh();
  store.full = true;
  const sent = outbox.add(ACT);
  assert.deepEqual(outbox.due(0), [sent]);
});

test("storage that cannot be read is an empty outbox", () => {
  const { store } = fresh();
  store.setItem("outbox:/seat/a/socket/", "{broken");
  assert.deepEqual(createOutbox("/seat/a/socket/").due(0), []);
});

test("a seat that is lost sends nothing any more", () => {
  const { outbox } = fresh();
  outbox.add(ACT);
  outbox.clear();
  assert.deepEqual(outbox.due(0), []);
  assert.deepEqual(createOutbox("/seat/a/socket/").due(0), []);
});

test("what waits is found with the time of its tap", () => {
  const { outbox } = fresh();
  outbox.add(ACT);
  assert.equal(outbox.find((said) => said.t === "act").at, performance.now());
  assert.equal(outbox.find((said) => said.t === "ready"), undefined);
});
