// A seat that was taken away may be given back: a page that is looked at finds out by itself.

const EVERY = 15000;

/** Load the page of a seat again as soon as it is there again. */
export function waitForSeat(address) {
  const ask = async () => {
    if (document.visibilityState === "hidden") return;
    try {
      const answer = await fetch(address, { method: "HEAD" });
      if (answer.ok) location.replace(address);
    } catch {
      // No line: the next time.
    }
  };
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
}
