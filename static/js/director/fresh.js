// A director's page of scores: the part `#fresh` is fetched again when the site says that something has changed.
import { openSocket } from "../lib/socket.js";
import { calmly } from "./calm.js";

const POLL = 10000;
// A scoring that changes no figure is told to nobody.
const POLL_WHILE_SCORED = 1000;
const part = () => document.getElementById("fresh");
const soon = calmly(() => htmx.trigger(part(), "refresh"));
let last = "";

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { responseText, responseURL } = event.detail.xhr;
  if (responseURL.includes("/login/")) location.reload();
  const fresh = new DOMParser().parseFromString(responseText, "text/html").getElementById("fresh");
  const text = fresh ? fresh.innerHTML : last;
  if (text === last) event.detail.shouldSwap = false;
  last = text;
});

openSocket(part().dataset.socket, {
  onMessage: (message) => {
    if (message.t === "changed") soon();
  },
  onOpen: () => {},
  onLost: () => {},
  ping: () => ({ t: "ping" }),
});

setInterval(soon, POLL);
setInterval(() => {
  if (part().querySelector("[data-being-scored]")) soon();
}, POLL_WHILE_SCORED);
