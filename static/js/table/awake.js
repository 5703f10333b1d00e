// The screen stays on while a play is on the table, if the browser has a wake lock (which needs https).

/**
 * @param {WakeLock | undefined} locks the navigator's
 * @returns {(playing: boolean) => void} to call whenever something has changed
 */
export function createAwake(locks) {
  let wanted = false;
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
      // A low battery: the screen goes off as it always does.
    }
    asking = false;
    if (!wanted) release();
  }

  function release() {
    if (held) held.release();
    held = null;
  }

  document.addEventListener("visibilitychange", ask);
  return (playing) => {
    wanted = playing;
    if (wanted) ask();
    else release();
  };
}
