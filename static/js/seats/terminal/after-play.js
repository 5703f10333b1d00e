// A terminal's questions beside the score: the dummies' order before and after a board, and the cards of a board dealt
// here.

import { dealSent, withCard, withoutLast } from "../../lib/deal-keys.js";
import { begunTyping, cardsWanted, typedElsewhere } from "./deals.js";
import { begun } from "./draft.js";
import { begunOrder, orderOver, wanted } from "./orders.js";

const ORDER_PATIENCE = 4000;

const boardOf = (seating, number) => seating && seating.boards.find((each) => each.number === number);
const seatingOf = (plan, round) => plan.find((each) => each.round === round);

/**
 * @param {object} page { ui, site, now, set, keep, paint, add, flush, online }: the terminal's own; `add` stores an act
 *   for the site, `flush` sends stored acts, `online` says whether there is a connection
 * @returns {object} `on`, what the keys of these screens do, and the steps between them
 */
export function createAfterPlay({ ui, site, now, set, keep, paint, add, flush, online }) {
  async function sent() {
    await flush();
    paint();
  }

  function dealTo(deal) {
    return set({ typing: { ...ui.typing, deal, fault: "" } });
  }

  /** The cards are typed, or left for later: put the board back. */
  async function dealLeft(later = ui.later) {
    const { round, board: number } = ui.typing;
    Object.assign(ui, { typing: null, later });
    await keep();
    const { plan, state } = now();
    const seating = seatingOf(plan, round);
    const board = boardOf(seating, number);
    if (board && wanted(state, board, "after")) await checkOrder(begunOrder(seating, board, "after"));
    else paint();
  }

  /** Compare the dummies with their order, as the site shows it or, offline, as the slips have it. */
  async function checkOrder(order) {
    await set({ order, shown: null, choosing: false, agreed: null, sheet: null });
    await askOrder();
  }

  async function askOrder() {
    const { order } = ui;
    const shown = online() ? await site.order(order, ORDER_PATIENCE) : null;
    if (ui.order && ui.order.round === order.round && ui.order.board === order.board && ui.order.moment === order.moment) ui.shown = shown;
    paint();
  }

  /** A check is over: before the play the score comes next. */
  function orderLeft(seating) {
    const { order } = ui;
    const board = boardOf(seating, order.board);
    Object.assign(ui, { order: null, shown: null });
    if (order.moment === "before" && board && !board.done && !board.pending) ui.draft = begun(seating, board);
  }

  return {
    askOrder,
    /** Ask before a board's score. Return false if there is no question. */
    before({ state, seating }, board) {
      if (!wanted(state, board, "before") || board.done || board.pending) return false;
      return checkOrder(begunOrder(seating, board, "before"));
    },
    /** Ask after a score: for the cards, if they were dealt here, and for the dummies' order. */
    after(seating, board) {
      if (cardsWanted(board) && !ui.later.includes(board.number)) return set({ typing: begunTyping(seating, board), agreed: null, sheet: null });
      if (wanted(now().state, board, "after")) return checkOrder(begunOrder(seating, board, "after"));
      return set({ agreed: null, sheet: null });
    },
    /** The other device has answered a check, or there is nothing left to check. */
    leave({ plan, seating }) {
      if (ui.typing && typedElsewhere(ui.typing, plan)) ui.typing = null;
      if (!ui.order || !orderOver(ui.order, plan, seating ? seating.round : 0)) return;
      orderLeft(seating && seating.round === ui.order.round ? seating : null);
    },
    on: {
      notInOrder: () => set({ order: { ...ui.order, bad: true } }),
      whenFouled: (when) => set({ order: { ...ui.order, when } }),
      orderBack: () => set({ order: ui.order.when ? { ...ui.order, when: "" } : { ...ui.order, bad: false } }),
      /** Store and send what the table found, and go on to the contract or the next board. */
      async ordered(answer) {
        const { bad, when, ...line } = ui.order;
        const seating = seatingOf(now().plan, line.round);
        await add({ kind: "order", ...line, answer });
        orderLeft(seating);
        await keep();
        paint();
        await sent();
      },
      cardTyped: (card) => dealTo(withCard(ui.typing.deal, card)),
      cardBack: () => dealTo(withoutLast(ui.typing.deal)),
      dealTo,
      async dealSent() {
        const { typing } = ui;
        const { deal, fault, ...line } = typing;
        await add({ kind: "deal", ...line, ...dealSent(deal), typing });
        await dealLeft();
        await sent();
      },
      dealLater: () => dealLeft([...ui.later, ui.typing.board]),
      async cards(board) {
        const { seating } = now();
        const asked = begunTyping(seating, board);
        const shown = cardsWanted(board) ? null : await site.deal(asked);
        if (!cardsWanted(board) && !(shown && shown.hands.E)) return set({ notes: [...ui.notes, `The cards of board ${board.number} cannot be typed again: another table has played it, or there is no line to the site.`] });
        return set({ typing: begunTyping(seating, board, shown) });
      },
    },
  };
}
