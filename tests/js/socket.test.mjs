import { clock, hear } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSocket } from "../../static/js/lib/socket.js";

const TRAVELS = 10; // ms, of a message in one direction

/** A line to the server, and a page's socket on it. `heard` lists what the page was told of, and when. */
function world() {
  const time = clock();
  const line = { swallows: false, refuses: false, tries: 0 };
  const windows = {};
  globalThis.location = { protocol: "http:", host: "club" };
  globalThis.window = {};
  globalThis.document.visibilityState = "visible";
  globalThis.addEventListener = (name, listener) => (windows[name] = listener);
  globalThis.WebSocket = class {
    readyState = 0;
    constructor() {
      line.tries += 1;
      const dead = line.swallows; // what was lost of a handshake never arrives
      setTimeout(() => (line.refuses ? this.#closed() : dead || line.swallows || this.#opened()), 2 * TRAVELS);
    }
    #opened() {
      if (this.readyState) return;
      this.readyState = 1;
      this.onopen();
    }
    #closed() {
      this.readyState = 3;
      this.onclose();
    }
    send() {
      if (!line.swallows) setTimeout(() => line.swallows || this.readyState !== 1 || this.onmessage({ data: '{"t":"pong"}' }), 2 * TRAVELS);
    }
    close() {
      this.readyState = 3;
    }
  };
  const heard = [];
  const note = (what) => () => heard.push([what, performance.now()]);
  const socket = openSocket("/seat/x/socket/", { onMessage: () => {}, onOpen: note("open"), onLost: note("lost"), ping: () => ({ t: "ping" }) });
  return { ...time, line, heard, socket, tell: (event) => (windows[event] || ((said) => hear(event, said)))({ type: event, persisted: true }) };
}

/** Let time pass until the page hears of `what`. Return how long it took, in ms. */
async function until(here, what, most = 60_000) {
  const from = performance.now();
  const before = here.heard.length;
  while (performance.now() - from < most) {
    await here.tick(10);
    const found = here.heard.slice(before).find(([each]) => each === what);
    if (found) return found[1] - from;
  }
  throw new Error(`${what} never comes`);
}

/** A page that has had a line for `ms`, and loses it: the sockets stay open, and nothing arrives. */
async function dead(ms = 7000) {
  const here = world();
  await here.tick(ms);
  assert.deepEqual(here.heard.map(([what]) => what), ["open"]);
  here.line.swallows = true;
  return here;
}

const moments = (most, step) => Array.from({ length: most / step }, (_, n) => n * step);

test("a line that swallows everything is noticed within eleven seconds, whenever it dies", async () => {
  for (const ms of moments(10_000, 490)) assert.ok((await until(await dead(1000 + ms), "lost")) < 11_000);
});

test("a line that works again is used within five seconds, whenever it is mended", async () => {
  for (const ms of moments(9000, 370)) {
    const here = await dead();
    await until(here, "lost");
    await here.tick(ms);
    here.line.swallows = false;
    assert.ok((await until(here, "open")) <= 5000, `mended after ${ms} ms`);
  }
});

for (const [how, asks] of [["a tap on the key", (here) => here.socket.wake()], ["the network's return", (here) => here.tell("online")]]) {
  test(`${how} waits for no handshake that hangs`, async () => {
    for (const ms of moments(9000, 370)) {
      const here = await dead();
      await until(here, "lost");
      await here.tick(900 + ms);
      here.line.swallows = false;
      asks(here);
      const opened = until(here, "open");
      setTimeout(() => asks(here), 450); // an attempt that has just begun is left its time: they ask again
      assert.ok((await opened) <= 600, `mended after ${ms} ms`);
    }
  });
}

test("a network that comes back while the old line seems open has that line tried at once", async () => {
  const here = await dead();
  here.tell("online");
  assert.ok((await until(here, "lost")) < 3000, "two seconds for an answer");
});

test("a server that refuses is asked ever more seldom, and at the most each four seconds", async () => {
  const here = world();
  here.line.refuses = true;
  await here.tick(20_000);
  const before = here.line.tries;
  await here.tick(60_000);
  assert.ok(here.line.tries - before <= 30 && here.line.tries - before >= 15);
  here.line.refuses = false;
  assert.ok((await until(here, "open")) < 4100);
});

test("a closed socket is never opened again", async () => {
  const here = world();
  await here.tick(1000);
  here.socket.close();
  here.tell("online");
  await here.tick(60_000);
  assert.equal(here.line.tries, 1);
});

for (const event of ["visibilitychange", "pageshow", "resume"]) {
  test(`the line is asked at once after ${event}`, async () => {
    const here = await dead();
    here.tell(event);
    assert.ok((await until(here, "lost")) < 3000);
  });
}
