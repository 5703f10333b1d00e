// There is no service worker any more: this one takes the place of an earlier one, forgets what that kept, and goes.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => registration.unregister()));
});
