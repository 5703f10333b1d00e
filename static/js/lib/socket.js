// One WebSocket that reconnects by itself: backoff with jitter, at once when the network or the page wakes up, and a
// ping that notices a dead line. A line that works again is used within five seconds.
import { elapsed, onWake } from "./elapsed.js";

// All in ms.
const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
const PING_EVERY = 5000;
// How long the server may take to open a socket, to answer on an open one, and to answer once the network is back.
const OPENS_WITHIN = 4000;
const ANSWERS_WITHIN = 5000;
const ANSWERS_WOKEN = 2000;
const LOOKS_EVERY = 500;

/** Almost at once, but not every page of a room in the same moment. */
const soon = () => FIRST_WAIT * Math.random();

/** "/seat/x/socket/" -> "wss://host/seat/x/socket/", with the scheme that matches the page. */
function socketUrl(path) {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
}

/** Return the socket to this path that `play/early-socket.js` has opened, with its messages, if it still works. Only once. */
function takeEarly(path) {
  const early = window.earlySocket;
  window.earlySocket = null;
  return early && early.path === path && early.socket.readyState <= 1 ? early : null;
}

/**
 * @param {string} path
 * @param {{onMessage: (m: object) => void, onOpen: () => void, onLost: () => void, ping: () => object}} on
 */
export function openSocket(path, on) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let limit = 0;
  let began = 0;
  let pinged = -PING_EVERY;
  // When the first message without an answer was sent, and how long the server may take; 0 for none.
  let asked = 0;
  let patience = ANSWERS_WITHIN;
  let closed = false;

  function connect() {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= 1)) return;
    const early = takeEarly(path);
    const mine = early ? early.socket : new WebSocket(socketUrl(path));
    socket = mine;
    began = elapsed();
    // An abandoned attempt has waited long enough: the next one follows at once.
    limit = setTimeout(() => lost(soon()), OPENS_WITHIN);
    mine.onopen = () => {
      if (mine !== socket) return;
      clearTimeout(limit);
      wait = FIRST_WAIT;
      pinged = -PING_EVERY;
      heard();
      on.onOpen();
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heard();
      on.onMessage(JSON.parse(event.data));
    };
    mine.onclose = () => {
      if (mine === socket) lost();
    };
    // Report it as soon as the caller has the socket.
    if (early && mine.readyState === 1) queueMicrotask(() => catchUp(mine, early.heard));
  }

  function catchUp(mine, heardEarly) {
    mine.onopen();
    for (const event of heardEarly) mine.onmessage(event);
  }

  function heard() {
    asked = 0;
    patience = ANSWERS_WITHIN;
  }

  /** `again`: in how many ms to reconnect; by default longer each time. */
  function lost(again = wait * (0.5 + Math.random() / 2)) {
    clearTimeout(limit);
    asked = 0;
    if (socket) {
      const old = socket;
      socket = null;
      old.close();
    }
    if (closed) return;
    on.onLost();
    clearTimeout(timer);
    timer = setTimeout(connect, again);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function send(message) {
    if (!socket || socket.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    asked = asked || elapsed();
    return true;
  }

  /** Send a ping. Return whether the socket is open. */
  function ping() {
    const sent = send(on.ping());
    if (sent) pinged = elapsed();
    return sent;
  }

  /** The network or the page is back, or somebody asks: connect at once, or check the present line. */
  function wake() {
    if (closed) return;
    wait = FIRST_WAIT;
    if (socket && socket.readyState === 0 && elapsed() - began > FIRST_WAIT) lost(0);
    else if (!socket) connect();
    else if (ping()) {
      asked = elapsed();
      patience = ANSWERS_WOKEN;
    }
  }

  function look() {
    if (!socket) return;
    const now = elapsed();
    if (asked && now - asked > patience) lost(soon());
    else if (now - pinged >= PING_EVERY) ping();
  }

  const beat = setInterval(look, LOOKS_EVERY);
  onWake(wake);
  addEventListener("offline", () => lost());
  connect();

  return {
    send,
    wake,
    close() {
      closed = true;
      clearInterval(beat);
      clearTimeout(timer);
      clearTimeout(limit);
      if (socket) socket.close();
    },
  };
}
