// Feeds the live table with canned messages instead of a server: ?scene=play_s and so on.
// Served from the root of the repository, e.g. python -m http.server 8801 --bind 127.0.0.1.
// With window.serve (see table_harness.py) it asks that instead: it gets what the page sends, {"t": "open"} first, and
// answers with the messages to say.
(function () {
  "use strict";
  const query = new URLSearchParams(location.search);
  const scene = query.get("scene") || "play_s";
  const theme = query.get("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  sessionStorage.clear();

  fetch("/templates/_suits.html")
    .then((answer) => answer.text())
    .then((text) => document.body.insertAdjacentHTML("afterbegin", text));

  const list = (text) => text.split(" ").filter(Boolean);
  const DEAL = {
    N: list("SQ SJ ST S7 HT DA CK CJ CT C9 C7 C6 C3"),
    W: list("D2 H4 HK CA C5 H6 HQ D6 H9 C8 H7 DJ D3"),
    E: list("S2 S9 D9 HJ D5 D7 DQ DT H8 S6 S3 H3 H5"),
    S: list("SA SK S8 S5 S4 HA H2 DK D8 D4 CQ C4 C2"),
  };
  const hand = (seat, cards, hidden) => ({
    owner: seat === "S" || seat === "E" ? "S" : "N",
    dummy: seat === "E" || seat === "W",
    count: cards.length,
    cards: hidden ? null : cards,
    from: 0,
  });
  const hands = (by, hidden) => Object.fromEntries(Object.entries(by).map(([seat, cards]) => [seat, hand(seat, cards, seat === hidden)]));
  const BIDS = ["1", "2", "3", "4", "5", "6", "7"].flatMap((level) => list("C D H S N").map((strain) => level + strain));
  const higher = (bid) => BIDS.slice(BIDS.indexOf(bid) + 1).map((each) => `c:${each}`);

  const table = (more) => ({
    state: "playing", club: "Lantern Street Bridge Club", session: "Tuesday 10 November", table: 3, code: "K7QX2M", round: 3, rounds: 9,
    ends_at: new Date(Date.now() + 12 * 60000 - 5000).toISOString(), seat: "S", name: "Ruth Ashdown", entry: 3,
    opponent: { name: "Desmond Tully", seat: "N", connected: true }, boards: [13, 14, 15], done: [13, 14], board: 15, dealer: "S", vul: "NS",
    ready: [], result: null, next: null, called: false, paused: false, disputed: false, ...more,
  });
  const asNorth = (more) => table({ seat: "N", name: "Desmond Tully", opponent: { name: "Ruth Ashdown", seat: "S", connected: true }, ...more });

  const consent = (act) => ({ act, seen: "", number: "602429", until: new Date(Date.now() + 180000).toISOString() });

  const base = {
    game: "solo", me: "S", board: 15, dealer: "S", vul: "NS", legal: [], can: { claim: false, undo: false }, claim_max: 0, why_not: {}, contract: null,
    trick: null, last_trick: null, tricks: { S: 0, N: 0 }, claim: null, undo: null, outcome: null, dealt: null, history: null, hints: null,
  };
  const HINTS = {
    S: { hand: 16, dummy: 3, both: 19, suits: { S: [5, 4], H: [2, 4], D: [3, 5], C: [3, 0] }, depth: { HJ: 3, DQ: 6 } },
    N: { hand: 11, dummy: 10, both: 21, suits: { S: [4, 0], H: [1, 6], D: [1, 4], C: [7, 3] }, depth: { HK: 2, CA: 3, HQ: 6, DJ: 1 } },
  };
  const CALLS = [["S", "1S"], ["N", "2C"], ["S", "3S"], ["N", "4C"]].map(([by, call]) => ({ by, call }));
  const auction = { ...base, phase: "auction", hands: hands(DEAL), hints: HINTS, auction: CALLS };
  const auctionMine = {
    ...auction, turn: { player: "S", hand: null, what: "call" }, legal: ["c:P", "c:X", ...higher("4C")],
  };
  const contract = { text: "4S", level: 4, strain: "S", doubled: "", declarer: "S", needs: 10 };
  const LEFT = {
    N: list("SQ SJ ST CT C9 C3"), W: list("C5 H6 HQ D6 H9 C8"), E: list("HJ D5 D7 DQ DT H8 S6"), S: list("S5 S4 DK D4 CQ C4"),
  };
  const lastTrick = {
    number: 6, leader: "W", winner: "S",
    cards: [{ seat: "W", card: "HK" }, { seat: "N", card: "HT" }, { seat: "E", card: "H3" }, { seat: "S", card: "HA" }],
  };
  const play = {
    ...base, phase: "play", auction: [...CALLS, { by: "S", call: "4S" }, { by: "N", call: "P" }, { by: "S", call: "P" }], contract, hands: hands(LEFT, "N"),
    turn: { player: "S", hand: "E", what: "card" }, legal: ["p:HJ"], why_not: { S6: "must follow hearts", D5: "not an end" },
    can: { claim: true, undo: false }, claim_max: 7, tricks: { S: 4, N: 2 }, last_trick: lastTrick,
    trick: { number: 7, leader: "S", cards: [{ seat: "S", card: "H2" }, { seat: "W", card: "CA" }, { seat: "N", card: "C7" }] },
  };
  const full = {
    ...play, hands: hands(DEAL, "N"), turn: { player: "N", hand: "N", what: "card" }, legal: [], why_not: {}, tricks: { S: 0, N: 0 }, last_trick: null,
    trick: { number: 1, leader: "N", cards: [] }, claim_max: 13,
  };
  const over = {
    ...play, phase: "over", turn: null, legal: [], why_not: {}, hands: hands({ N: [], E: [], S: [], W: [] }), trick: null, can: {}, dealt: DEAL, history: [],
    tricks: { S: 10, N: 3 }, outcome: { contract: "4S", declarer: "S", tricks: 10, lead: "HT", claimed: false },
  };
  const RESULT = {
    board: 15, contract: "4S", declarer: "S", tricks: 10, ns_score: 620, came_to: "made 10 tricks", text: "4S by South, made 10 tricks", score_text: "+620 to South",
  };

  // The longest possible auction: every bid, doubled and redoubled after two passes where possible, up to six no trump.
  const LADDER = BIDS.slice(0, -5).flatMap((bid) => [bid, "X", "XX"]).map((call, i) => ({ by: "SN"[i % 2], call }));
  const long = { name: "Piet van der Westhuizen-Carmichael", seat: "N", connected: false };
  const SCENES = {
    auction: [table(), auctionMine],
    auction_wait: [table(), { ...auction, auction: CALLS.slice(0, 3), turn: { player: "N", hand: null, what: "call" } }],
    auction_first: [table({ vul: "EW", dealer: "E" }), { ...auctionMine, auction: [], vul: "EW", dealer: "E", legal: ["c:P", ...BIDS.map((each) => `c:${each}`)] }],
    auction_long: [table({ vul: "All", opponent: long }), { ...auctionMine, vul: "All", auction: LADDER, legal: ["c:P", ...higher("6N")] }],
    auction_n: [asNorth(), { ...auction, me: "N", auction: CALLS.slice(0, 3), turn: { player: "N", hand: null, what: "call" }, legal: ["c:P", "c:X", ...higher("3S")] }],
    play_s: [table(), play],
    play_hand: [table(), {
      ...play, hands: hands({ ...LEFT, S: list("S5 S4 H7 DK D4 CQ C4") }, "N"), turn: { player: "S", hand: "S", what: "card" }, legal: ["p:H7"],
      why_not: Object.fromEntries(list("S5 S4 DK D4 CQ C4").map((card) => [card, "must follow hearts"])),
      trick: { number: 7, leader: "W", cards: [{ seat: "W", card: "HQ" }, { seat: "N", card: "SQ" }, { seat: "E", card: "HJ" }] },
    }],
    play_full: [table(), full],
    play_full_mine: [table(), { ...full, turn: { player: "S", hand: "E", what: "card" }, legal: ["p:H5"], why_not: { S2: "must follow hearts" }, trick: { number: 1, leader: "N", cards: [{ seat: "N", card: "HT" }] } }],
    ...Object.fromEntries([8, 10, 12].map((n) => [`hand_${n}`, [table(), { ...full, hands: hands({ ...DEAL, S: DEAL.S.slice(0, n) }, "N") }]])),
    play_n: [asNorth(), {
      ...play, me: "N", hands: hands({ ...LEFT, N: list("SQ SJ ST C7 CT C9 C3"), W: list("CA C5 H6 HQ D6 H9 C8") }, "S"),
      turn: { player: "N", hand: "W", what: "card" }, legal: ["p:CA", "p:C8"], why_not: {}, can: { claim: true, undo: true },
      trick: { number: 7, leader: "S", cards: [{ seat: "S", card: "H2" }] },
    }],
    theirs: [table({ called: true, opponent: long }), { ...play, turn: { player: "N", hand: "W", what: "card" }, legal: [], why_not: {}, trick: { number: 7, leader: "S", cards: [{ seat: "S", card: "H2" }] }, contract: { ...contract, text: "4SXX", doubled: "XX" } }],
    claimed: [table(), { ...play, turn: { player: "S", hand: null, what: "claim" }, legal: ["accept", "refuse"], can: {}, why_not: {}, claim: { by: "N", takes: 3, of: 7, cards: LEFT.N }, hands: hands(LEFT) }],
    claiming: [table(), { ...play, turn: { player: "N", hand: null, what: "claim" }, legal: [], can: {}, why_not: {}, claim: { by: "S", takes: 5, of: 7, cards: LEFT.S } }],
    refused: [table(), { ...play, can: {}, claim_refused: { by: "S", takes: 5, of: 7, trick: 7 } }],
    undo: [table(), { ...play, turn: { player: "S", hand: null, what: "undo" }, legal: ["undo:yes", "undo:no"], can: {}, why_not: {}, undo: { by: "N", action: "p:C7" } }],
    result: [table({ state: "result", result: RESULT, next: { board: 16 } }), over],
    agreed: [table({ state: "result", result: RESULT, next: { board: 16 }, ready: ["S"], disputed: true }), over],
    passed: [table({ state: "result", result: { ...RESULT, contract: "PASS", ns_score: 0, came_to: "", text: "Passed out", score_text: "0 to both", tricks: null, declarer: null }, next: { finished: true } }), { ...over, contract: null, tricks: { S: 0, N: 0 } }],
    ready: [table({ state: "ready", vul: "EW", dealer: "E" }), null],
    ready_moved: [asNorth({ state: "ready", vul: "EW", dealer: "E", round: 4, table: 4, boards: [16, 17, 18], done: [], board: 16 }), null],
    ready_said: [table({ state: "ready", vul: "All", dealer: "W", ready: ["S"], opponent: { ...long } }), null],
    not_started: [table({ state: "not_started", round: null, boards: [], done: [], board: null }), null],
    no_seat: [{ state: "not_started", club: "Lantern Street Bridge Club", session: "Tuesday 10 November", name: "Ruth Ashdown", entry: 3, ready: [] }, null],
    round_done: [asNorth({ state: "round_done", next: { round: 4, table: 4, seat: "N" }, done: [13, 14, 15] }), null],
    stay: [table({ state: "round_done", next: { round: 4, table: 3, seat: "S" }, done: [13, 14, 15] }), null],
    sit_out: [asNorth({ state: "sit_out", opponent: null, next: { round: 5, table: 1, seat: "N" } }), null],
    claimed_full: [table({ opponent: long }), { ...full, turn: { player: "S", hand: null, what: "claim" }, legal: ["accept", "refuse"], can: {}, claim: { by: "N", takes: 12, of: 13, cards: DEAL.N }, hands: hands(DEAL) }],
    undo_full: [table({ opponent: long }), { ...full, turn: { player: "S", hand: null, what: "undo" }, legal: ["undo:yes", "undo:no"], can: {}, undo: { by: "N", action: "p:C7" } }],
    paused: [table({ state: "paused", paused: true }), play],
    paused_auction: [table({ state: "paused", paused: true }), auctionMine],
    ...Object.fromEntries(["playing", "waiting", "withdrawn", "published"].map((state) => [`finished_${state}`, [table({ state: "finished", results: { state, url: "/results/b3br95uxg5he/" } }), null]])),
    elsewhere: [table({ state: "elsewhere" }), null],
    consent_result: [table({ state: "result", result: RESULT, next: { board: 16 }, consent: consent("change the seat’s device: from now on table 3’s own") }), over],
    consent_round: [table({ state: "round_done", next: { round: 4, table: 3, seat: "S" }, done: [13, 14, 15], consent: consent("have the seat back on the device that was sent away") }), null],
    lets_in: [table({ lets_in: "602429" }), play],
    consent: [table({ consent: consent("take back South’s last card") }), play],
    consent_auction: [table({ consent: consent("take back South’s last call") }), auctionMine],
    consent_device: [table({ state: "ready", consent: consent("change the seat’s device: from now on table 3’s own") }), null],
  };
  const [tableNow, viewNow] = SCENES[scene] || SCENES.play_s;
  let now = { t: "view", rev: 58, play: viewNow ? "p1" : null, seq: 31, table: tableNow, view: viewNow };

  // After the jack of hearts: the trick is complete, my dummy is on lead.
  function afterJack() {
    const trick = { number: 7, leader: "S", winner: "E", cards: [...play.trick.cards, { seat: "E", card: "HJ" }] };
    return {
      ...play, last_trick: trick, trick: { number: 8, leader: "E", cards: [] }, tricks: { S: 5, N: 2 }, legal: ["p:D5", "p:S6"], why_not: {}, claim_max: 6,
      hands: hands({ ...LEFT, E: LEFT.E.slice(1) }, "N"),
    };
  }

  // `rev`: how far window.serve has told the page. `scenes`: the server's messages in each, for a test that shows one
  // after another. `cut`: the line goes and stays away.
  window.harness = { sent: [], say: null, rev: 0, scenes: SCENES, cut: null };
  window.WebSocket = class FakeSocket {
    constructor(url) {
      this.url = url;
      this.readyState = 0;
      const broken = (scene === "offline" && window.harness.once) || scene === "opening" || window.harness.off;
      setTimeout(() => {
        if (broken) this.close();
        else this.open();
        requestAnimationFrame(() => requestAnimationFrame(() => document.body.setAttribute("data-begun", "")));
      }, 30);
      window.harness.once = true;
    }
    open() {
      this.readyState = 1;
      window.harness.say = (said) => this.onmessage({ data: JSON.stringify(said) });
      window.harness.drop = () => this.close();
      window.harness.cut = () => {
        window.harness.off = true;
        this.close();
      };
      this.onopen();
      if (window.serve) {
        this.ask({ t: "open" });
        return;
      }
      window.harness.say(now);
      if (scene === "offline") setTimeout(() => this.close(), 200);
      if (scene === "gone") setTimeout(() => window.harness.say({ t: "gone", reason: "The director has given South at table 3 to another device." }), 100);
    }
    send(text) {
      const said = JSON.parse(text);
      window.harness.sent.push(said);
      if (window.serve) {
        this.ask(said);
        return;
      }
      const wait = Number(query.get("wait")) || 60;
      if (said.t === "ping") setTimeout(() => window.harness.say({ t: "pong", rev: now.rev, now: new Date().toISOString() }), 10);
      else if (query.has("silent")) return;
      else if (query.has("refuse")) setTimeout(() => window.harness.say({ t: "refused", id: said.id, code: "illegal", reason: "East must follow with a heart, and the jack is at the end.", seq: 31 }), wait);
      else setTimeout(() => this.answer(said), wait);
    }
    ask(said) {
      window.serve(said).then((answers) => {
        answers.forEach((each) => window.harness.say(each));
        window.harness.rev = Math.max(0, ...answers.map((each) => each.rev), window.harness.rev);
      });
    }
    answer(said) {
      now = { ...now, rev: now.rev + 1 };
      if (said.t === "act") now = { ...now, seq: now.seq + 1, view: said.a === "p:HJ" ? afterJack() : now.view };
      if (said.t === "help" || said.t === "help_off") now.table = { ...now.table, called: said.t === "help", called_by: said.t === "help" ? now.table.seat : null };
      if (said.t === "ready") now.table = { ...now.table, ready: [now.table.seat] };
      if (said.t === "disagree") now.table = { ...now.table, disputed: true, called: true };
      window.harness.say({ t: "ack", id: said.id, play: now.play, seq: now.seq, rev: now.rev });
      window.harness.say(now);
    }
    close() {
      if (this.readyState === 3) return;
      this.readyState = 3;
      setTimeout(() => this.onclose && this.onclose({}), 0);
    }
  };
})();
