// There is no service worker any more: this one replaces an earlier one, deletes its cache, and goes.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => registration.unregister()));
});
