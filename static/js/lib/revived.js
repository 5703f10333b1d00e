// A seat that was taken away may come back, or its device may get another seat. The page finds out by itself for two
// minutes, and later when somebody looks at it.

const EVERY = 15000;
const TRIES = 8;

/** Load the page of a seat again as soon as it works again. Return a function that asks at once and returns whether it does. */
export function waitForSeat(address) {
  let tries = 0;

  async function ask() {
    try {
      const answer = await fetch(address, { method: "HEAD" });
      if (answer.ok) location.replace(address);
      return answer.ok;
    } catch {
      return false; // no connection
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
