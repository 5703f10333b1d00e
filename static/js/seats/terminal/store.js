// What a terminal must not lose, in the browser's own database: the acts that the site does not have, the last state,
// and the score that is being typed. Without a database it lasts as long as the page.

const NAME = "terminal";
const ACTS = "acts";
const KEPT = "kept";

const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ACTS, { keyPath: "n", autoIncrement: true }).createIndex("seat", "seat");
    request.result.createObjectStore(KEPT);
  };
  return asked(request);
}

/** The store of one seat. Every write is on the disk when its promise is done. */
export async function openStore(seat) {
  let db = null;
  try {
    db = await opened();
  } catch {
    return memoryStore();
  }
  const written = (name, write) =>
    new Promise((done, failed) => {
      const change = db.transaction(name, "readwrite", { durability: "strict" });
      const request = write(change.objectStore(name));
      change.oncomplete = () => done(request.result);
      change.onerror = change.onabort = () => failed(change.error);
    });
  return {
    /** The unsent acts, oldest first. */
    acts: () => asked(db.transaction(ACTS).objectStore(ACTS).index("seat").getAll(seat)),
    /** Return the acts of other seats that this browser had. */
    others: async () => (await asked(db.transaction(ACTS).objectStore(ACTS).getAll())).filter((act) => act.seat !== seat),
    add: (act) => written(ACTS, (store) => store.add({ ...act, seat })),
    remove: (n) => written(ACTS, (store) => store.delete(n)),
    get: (key) => asked(db.transaction(KEPT).objectStore(KEPT).get(`${seat}:${key}`)),
    set: (key, value) => written(KEPT, (store) => store.put(value, `${seat}:${key}`)),
  };
}

function memoryStore() {
  const acts = new Map();
  const kept = new Map();
  let last = 0;
  return {
    acts: async () => [...acts.values()],
    others: async () => [],
    add: async (act) => acts.set((last += 1), { ...act, n: last }) && last,
    remove: async (n) => acts.delete(n),
    get: async (key) => kept.get(key),
    set: async (key, value) => kept.set(key, value),
  };
}
