// The screen stays on while a page wants it, if the browser has a wake lock (which needs https). Otherwise the device is
// told once how to keep it on.

const AGAIN = 60_000; // ms, after the browser has refused a lock or taken it back
const TOLD = "awake-told";
const WORDS = "The screen of this device may go off during the session. In the device's own settings, let it stay on for 30 minutes or longer.";

/** Return the words about this device if nobody has read them here yet, else "". */
function untold() {
  try {
    if (localStorage.getItem(TOLD)) return "";
    localStorage.setItem(TOLD, "yes");
  } catch {
    // Without storage each page says it.
  }
  return WORDS;
}

/**
 * @param {WakeLock | undefined} locks the navigator's
 * @param {(words: string) => void} tell says how to keep this device awake
 * @returns {(want: boolean) => void} to call whenever something has changed
 */
export function createAwake(locks, tell = () => {}) {
  let wanted = false;
  let told = Boolean(locks);
  let held = null;
  let asking = false;

  async function ask() {
    if (!locks || !wanted || held || asking || document.visibilityState !== "visible") return;
    asking = true;
    try {
      const lock = await locks.request("screen");
      lock.addEventListener("release", () => (held = null)); // the browser takes it back when the page is hidden
      held = lock;
    } catch {
      // A low battery: the screen may go off.
    }
    asking = false;
    if (!wanted) release();
  }

  function release() {
    if (held) held.release();
    held = null;
  }

  document.addEventListener("visibilitychange", ask);
  if (locks) setInterval(ask, AGAIN);
  return (want) => {
    wanted = want;
    if (wanted && !told) {
      told = true;
      const words = untold();
      if (words) tell(words);
    }
    if (wanted) ask();
    else release();
  };
}
