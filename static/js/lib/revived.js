// A seat that was taken away may be given back, or its device may be for another seat now: the page finds out by itself
// for two minutes, and later when somebody looks at it.

const EVERY = 15000;
const TRIES = 8;

/** Load the page of a seat again as soon as it is there again. Return a function that asks at once: whether it is. */
export function waitForSeat(address) {
  let tries = 0;

  async function ask() {
    try {
      const answer = await fetch(address, { method: "HEAD" });
      if (answer.ok) location.replace(address);
      return answer.ok;
    } catch {
      return false; // no line
    }
  }

  const timer = setInterval(() => {
    tries += 1;
    if (tries >= TRIES) clearInterval(timer);
    if (document.visibilityState !== "hidden") ask();
  }, EVERY);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") ask();
  });
  return ask;
}
