// One WebSocket that comes back by itself: backoff with jitter, at once when the network or the page
// wakes up, and a ping that notices a line gone dead.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 5000;
const DEAD_AFTER = 12000;

/** "/seat/x/socket/" -> "wss://host/seat/x/socket/", by the scheme of the page. */
function socketUrl(path) {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
}

/** The socket to this path that the page has opened already (`play/early-socket.js`), with the messages heard; once, if it is still good. */
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
  let heard = 0;
  let closed = false;

  function connect() {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState <= 1)) return;
    const early = takeEarly(path);
    const mine = early ? early.socket : new WebSocket(socketUrl(path));
    socket = mine;
    heard = Date.now();
    mine.onopen = () => {
      if (mine !== socket) return;
      wait = FIRST_WAIT;
      heard = Date.now();
      on.onOpen();
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heard = Date.now();
      on.onMessage(JSON.parse(event.data));
    };
    mine.onclose = () => {
      if (mine === socket) lost();
    };
    // Told as soon as whoever asked for the socket has it.
    if (early && mine.readyState === 1) queueMicrotask(() => catchUp(mine, early.heard));
  }

  function catchUp(mine, heardEarly) {
    mine.onopen();
    for (const event of heardEarly) mine.onmessage(event);
  }

  function lost() {
    if (socket) {
      const old = socket;
      socket = null;
      old.close();
    }
    if (closed) return;
    on.onLost();
    clearTimeout(timer);
    timer = setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function send(message) {
    if (!socket || socket.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function wake() {
    if (closed || document.visibilityState === "hidden") return;
    wait = FIRST_WAIT;
    if (!socket) connect();
    else if (!send(on.ping()) && Date.now() - heard > DEAD_AFTER) lost();
  }

  const beat = setInterval(() => {
    if (!socket) return;
    if (Date.now() - heard > DEAD_AFTER) lost();
    else send(on.ping());
  }, PING_EVERY);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  addEventListener("offline", lost);
  document.addEventListener("visibilitychange", wake);
  connect();

  return {
    send,
    wake,
    close() {
      closed = true;
      clearInterval(beat);
      clearTimeout(timer);
      if (socket) socket.close();
    },
  };
}
