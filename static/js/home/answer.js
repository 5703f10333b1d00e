// The answer to a tap. Pure: the server has worked out every reason beforehand with the rules themselves.

import { capital, cardWords } from "../lib/cards.js";

// The paragraphs about the opponent's dummy and about buried cards.
const SOLO = { theirs: "SOLO-2", buried: "SOLO-16" };
const sentence = (text) => `${capital(text)}.`;

/**
 * @param {object} step one of the script's steps
 * @param {string} action what was tapped: "p:S7", "c:4S", "claim:5"
 * @param {object} at { depth: cards between it and the nearer END of a dummy, mine: of South's side }
 * @param {object} rules the paragraphs of this game on North's dummy and on buried cards
 * @returns {object} { right: true }, or { kind: "refused" | "tip", text, rule }
 */
export function answer(step, action, { depth = 0, mine = true } = {}, rules = SOLO) {
  if (step.kind === "touch") return touched(step, action, depth, mine);
  if (step.wants && action === step.wants) return { right: true };
  if (!mine) return { kind: "tip", text: "That is North’s dummy: North plays it.", rule: rules.theirs };
  if (depth) return { kind: "refused", text: buried(action, depth), rule: rules.buried };
  if (step.refused[action]) {
    const [text, rule] = step.refused[action];
    return { kind: "refused", text: sentence(text), rule };
  }
  if (step.instead[action]) return { kind: "tip", text: step.instead[action], rule: "" };
  return { kind: "tip", text: step.kind === "act" ? step.otherwise : waits(step), rule: "" };
}

function touched(step, action, depth, mine) {
  if (!depth) return { kind: "tip", text: "That card is not buried. Tap one inside your dummy.", rule: "" };
  if (!mine) return { kind: "tip", text: `${buried(action, depth)} Now one of your own dummy, please.`, rule: "SOLO-16" };
  return { right: true, kind: "tip", text: buried(action, depth), rule: "SOLO-16" };
}

function buried(action, depth) {
  return `The ${cardWords(action.slice(2))} is buried: ${depth} card${depth === 1 ? "" : "s"} from the end.`;
}

function waits(step) {
  if (step.kind === "call") return "The cards are played after the bidding. Use the keys below these words.";
  if (step.kind === "claim") return "You can play on in a whole game. Here, claim what is asked.";
  return "Read on with the yellow key.";
}
