// The kill switch: served as /sw.js it removes the worker and everything it kept, then lets open pages load without it.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      await new Promise((done) => {
        const gone = indexedDB.deleteDatabase('kept-by-worker')
        gone.onsuccess = gone.onerror = gone.onblocked = done
      }).catch(() => undefined)
      await self.registration.unregister()
      // Not waited for: a page could be held back by the very worker that is still busy starting it.
      for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => undefined)
    })(),
  )
})
