// Spans of time, and the server's time. The device's own clock is not asked: somebody may set it while a page is open.

// How much later than expected, in ms, the server's time may be: an answer may have been so long on its way
// (`socket.js`). More means that this clock stood still.
const LATE = 5000;

let slept = 0;
let heard = null;

/** Return the milliseconds since the page was opened. They are never stored: each page counts its own. */
export const elapsed = () => performance.now() + slept;

/** Return the server's time in ms since 1970, or null until it is known. */
export const serverNow = () => heard && heard.said + elapsed() - heard.at;

/** The server says its time, "" if it does not. It sets every countdown again: this clock stands still while most devices sleep. */
export function hearServer(time) {
  const said = Date.parse(time);
  if (!said) return;
  const behind = heard ? said - serverNow() : 0;
  if (behind > LATE) slept += behind;
  heard = { said, at: elapsed() };
}

/** Call `woken` when the device may have slept: the page is visible again, or the network is back. */
export function onWake(woken) {
  const back = ({ type, persisted }) => document.visibilityState === "hidden" || (type === "pageshow" && !persisted) || woken();
  for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, back);
  for (const name of ["pageshow", "online"]) addEventListener(name, back);
}
