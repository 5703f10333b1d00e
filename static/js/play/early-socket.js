// Opens the socket of a seat while the table's script is still loading, and keeps its messages. `lib/socket.js` takes
// over both. Loaded in the head and not as a module: it must not wait for anything.
(function () {
  "use strict";
  if ("earlySocket" in window) return; // the table's script came first, with a socket of its own
  const { socket: path } = document.currentScript.dataset;
  const heard = [];
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`);
  socket.onmessage = (event) => heard.push(event);
  window.earlySocket = { path, socket, heard };
})();
