// Looks after the page. A script or style sheet that does not arrive, or a fault in a script, is said in words, the
// page loads itself again, once, and the server is sent one line. The line has no message of an error: it could quote
// a card. Loaded in the head and not as a module, so that it hears what follows it.
(function () {
  "use strict";
  const { to, version } = document.currentScript.dataset;
  const LOOKS_AFTER = 8000; // ms
  const NOT_WHOLE = "A part of this page has not arrived. ";
  const FAULT = "This page has a fault. What was sent to the site is kept. ";
  const OWN_LINE = new RegExp(`${location.origin}/static/(?:[^\\s:]*/)?([\\w.-]+\\.(?:js|css))(?::(\\d+))?`);
  // Lost connections, and what a browser refuses: a page says so itself where it matters.
  const NO_FAULT = /^(?:(?:Abort|Timeout|Network|NotAllowed)Error|TypeError: (?:failed to fetch|load failed|.*network))/i;
  let ready = false;
  let missing = "";
  let bar = null;
  let typed = false;

  function reloadOnce() {
    const key = `reloaded:${location.pathname}`;
    try {
      if (typed || sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, "yes");
    } catch {
      return; // It could not be kept, and the page would load itself for ever.
    }
    location.reload();
  }

  function say(words) {
    bar = document.createElement("p");
    const again = document.createElement("button");
    Object.assign(again, { type: "button", className: "btn small", textContent: "Try again", onclick: () => location.reload() });
    Object.assign(bar, { className: "page-fault noprint", onclick: () => bar.remove() });
    bar.setAttribute("role", "alert");
    bar.append(words, again);
    (document.body || document.documentElement).append(bar);
  }

  async function tell(kind, file, line) {
    // As `form-token.js` reads it. A page without a form has no token yet. The server knows the page by the referrer.
    const token = () => (/__Host-csrftoken=([^;]*)/.exec(document.cookie) || /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie) || ["", ""])[1];
    if (!token()) await fetch(to);
    const body = new URLSearchParams({ line: `version ${version}, file ${file}, line ${line}, ${kind}` });
    await fetch(to, { method: "POST", body, headers: { "X-CSRFToken": token() } });
  }

  function fault(words, kind, place) {
    const [, file, line = 0] = OWN_LINE.exec(place) || [];
    if (bar || !(file || kind === "NotLoaded")) return; // an extension's
    say(words);
    // Without a connection, what is shown is better than nothing.
    tell(kind, file || "", line).then(reloadOnce, () => addEventListener("online", reloadOnce));
  }

  function caught(error, place = "") {
    if (error && error.name && !NO_FAULT.test(`${error.name}: ${error.message}`)) fault(FAULT, error.name, `${place} ${error.stack}`);
  }

  addEventListener("error", ({ target, error, filename, lineno }) => {
    if (target === window) caught(error, `${filename}:${lineno}`);
    else if (target.matches("script:not([async]), link[rel=stylesheet]:not([media])") && OWN_LINE.test(target.src || target.href)) missing = target.src || target.href;
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => caught(reason));
  addEventListener("input", () => (typed = true), true);
  document.addEventListener("DOMContentLoaded", () => {
    ready = true;
    if (bar && bar.firstChild.data === NOT_WHOLE && !missing) bar.remove(); // it has arrived late
  });
  setTimeout(() => (missing || !ready) && fault(NOT_WHOLE, "NotLoaded", missing), LOOKS_AFTER);
})();
