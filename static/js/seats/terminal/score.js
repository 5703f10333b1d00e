// The points of a result at bridge, for a page that must tell them offline.

const SIDES = { two: { S: "NS", N: "EW" }, four: { N: "NS", S: "NS", E: "EW", W: "EW" } };
const STEPS = { C: 20, D: 20, H: 30, S: 30, N: 30 };
const FAR_DOWN = [6, 5, 4];

/** Return the side that the declarer scores for. */
export const sideOf = (declarer, pairs) => SIDES[pairs ? "four" : "two"][declarer];

/** Return the points of the declarer's side. `doubled` is 0, 1 (doubled) or 2 (redoubled). */
export function declarerPoints({ level, strain, doubled, tricks, vulnerable }) {
  const over = tricks - (level + 6);
  return over < 0 ? -penalty(-over, doubled, vulnerable) : bonus(level, strain, doubled, over, vulnerable);
}

function penalty(down, doubled, vulnerable) {
  if (!doubled) return down * (vulnerable ? 100 : 50);
  const single = vulnerable ? 300 * down - 100 : down <= 3 ? 200 * down - 100 : 300 * down - 400;
  return single * doubled;
}

function bonus(level, strain, doubled, over, vulnerable) {
  const base = (STEPS[strain] * level + (strain === "N" ? 10 : 0)) * 2 ** doubled;
  const extra = doubled ? 100 * doubled * (vulnerable ? 2 : 1) : STEPS[strain];
  const game = base >= 100 ? (vulnerable ? 500 : 300) : 50;
  const slam = level === 6 ? (vulnerable ? 750 : 500) : level === 7 ? (vulnerable ? 1500 : 1000) : 0;
  return base + extra * over + game + slam + 50 * doubled;
}

/** Return the answers to the questions as columns of a result, `ns_score` among them; whole answers only. */
export function resultOf(answers, vul, pairs) {
  if (answers.passed) return { status: "passed_out", contract: "PASS", declarer: "", lead: "", tricks: null, ns_score: 0 };
  const side = sideOf(answers.declarer, pairs);
  const marks = answers.doubled === "no" ? "" : answers.doubled;
  const points = declarerPoints({
    level: Number(answers.level),
    strain: answers.strain,
    doubled: marks.length,
    tricks: Number(answers.tricks),
    vulnerable: vul === "All" || vul === side,
  });
  return {
    status: "played",
    contract: answers.level + answers.strain + marks,
    declarer: answers.declarer,
    lead: answers.lead === "none" ? "" : answers.lead,
    tricks: Number(answers.tricks),
    ns_score: side === "NS" ? points : -points,
  };
}

/** Return why a result is asked about once more: "13 down redoubled", "a redoubled grand slam"; "" if it is usual. */
export function unlikely({ contract, tricks }) {
  const doubled = contract.length - 2;
  const down = Number(contract[0]) + 6 - tricks;
  const words = ["", " doubled", " redoubled"][doubled];
  if (down >= FAR_DOWN[doubled]) return `${down} down${words}`;
  return down <= 0 && doubled && contract[0] === "7" ? `a grand slam made${words}` : "";
}
