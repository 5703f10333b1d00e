// Keeps the page for times without a connection, and files that never change under their name. Nothing else: pages come
// from the site alone, and everything below /seat/ is left to the browser, except pages that open without a connection.
// For those it keeps a page that is the same for everybody.

const KEPT = "site-{{ version|escapejs }}";
const OFFLINE = "{{ offline|escapejs }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}",{% endfor %}];
const STATIC = "{{ static|escapejs }}";
const PAGES = [{% for page in pages %}["{{ page.address|escapejs }}", "{{ page.page|escapejs }}"],{% endfor %}];
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const [, instead] = PAGES.find(([address]) => new RegExp(address).test(pathname)) || [];
  if (instead && request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(instead)));
  if (pathname.startsWith("/seat/")) return;
  if (pathname.startsWith(STATIC) && HASHED.test(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
});

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    caches.open(KEPT).then((all) => all.put(request, copy)).catch(() => {}); // a full disk keeps nobody from the page
  }
  return answer;
}
