// Signed receipts of the scores of a seat, kept in this browser. Should the site lose its disk, the scores come back
// from here: see /receipts/.

const KEY = "receipts";
const MOST_NIGHTS = 8;
const FIRST_LOOK = 5000;
const LOOK_EVERY = 60000;

/**
 * The receipts that this browser keeps, by session.
 *
 * @returns {Object<string, {name: string, date: string, club: string, lines: Object<string, {text: string, signature: string}>}>}
 */
export function keptReceipts() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

/** Forget a night's receipts. */
export function forgetNight(session) {
  const nights = keptReceipts();
  delete nights[session];
  store(nights);
}

/** From now on ask for this seat's receipts once a minute, while the page is in sight, and keep them. */
export function keepReceipts() {
  const seat = location.pathname.match(/^\/seat\/[^/]+\//);
  if (!seat) return;
  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(`${seat[0]}receipts/`, { headers: { Accept: "application/json" } });
      if (answer.status === 200) keep((await answer.json()).receipts);
      if (answer.status === 403 || answer.status === 404) clearInterval(looks); // the seat is no longer this device's
    } catch {
      // No line: the next look will do.
    }
  };
  setTimeout(look, FIRST_LOOK);
  const looks = setInterval(look, LOOK_EVERY);
}

function keep(receipts) {
  const nights = keptReceipts();
  for (const receipt of receipts) {
    const says = JSON.parse(receipt.text);
    nights[says.session] ||= { name: says.name, date: says.date, club: says.club, lines: {} };
    nights[says.session].lines[`${says.section} ${says.round} ${says.table} ${says.board}`] = receipt;
  }
  const newest = Object.entries(nights).sort((one, other) => other[1].date.localeCompare(one[1].date));
  store(Object.fromEntries(newest.slice(0, MOST_NIGHTS)));
}

function store(nights) {
  try {
    localStorage.setItem(KEY, JSON.stringify(nights));
  } catch {
    // A browser that keeps nothing (private browsing): there are no receipts.
  }
}
