/// <reference lib="webworker" />
import { backgroundSyncTag } from '#device/outbox.ts'
import { answerFromShell, isShellRequest } from './shell.ts'
import { deleteOldAppShellCaches } from './shells.ts'
import { installShellOnUpdate, storeNextAssetGroup } from './store.ts'
import { sendOutboxFromWorker } from './outbox.ts'
import type { MessageToWorker } from './messages.ts'
import { openNotification, renewWorkerPushSubscription, showPushNotification } from './push.ts'
import { answerShareTargetRequest, isShareTargetRequest } from './share.ts'
import { answerPublicRead, isPublicReadRequest, storePublicReads } from './reads.ts'

declare const self: ServiceWorkerGlobalScope

/** Of Background Sync and of changed subscriptions: known to browsers, not yet to TypeScript's list. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}
interface SubscriptionChangeEvent extends ExtendableEvent {
  newSubscription?: PushSubscription | null
}

self.addEventListener('install', (event) => event.waitUntil(installShellOnUpdate()))
self.addEventListener('activate', (event) => event.waitUntil(deleteOldAppShellCaches()))
self.addEventListener('fetch', (event) => {
  if (isShareTargetRequest(event.request)) event.respondWith(answerShareTargetRequest(event.request))
  else if (isPublicReadRequest(event.request)) event.respondWith(answerPublicRead(event))
  else if (isShellRequest(event.request)) event.respondWith(answerFromShell(event.request))
})
self.addEventListener('message', (event) => {
  const said = event.data as Partial<MessageToWorker> | null
  if (said?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (said?.type === 'keep' && Array.isArray(said.reads)) event.waitUntil(storePublicReads(said.reads))
  // A page that gets no answer, or less than nothing, asks again another time.
  if (said?.type === 'store')
    event.waitUntil(
      storeNextAssetGroup(String(said.locale), said.isWhole === true)
        .catch(() => -1)
        .then((left) => event.ports[0]?.postMessage(left)),
    )
})
self.addEventListener('push', (event) => event.waitUntil(showPushNotification(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewWorkerPushSubscription((event as SubscriptionChangeEvent).newSubscription)),
)
// Whatever is thrown makes the browser try again later.
self.addEventListener('sync', (event: Event) => {
  const { tag } = event as SyncEvent
  if (tag === backgroundSyncTag) (event as SyncEvent).waitUntil(sendOutboxFromWorker())
})
