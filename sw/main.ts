/// <reference lib="webworker" />
import { syncTag } from '#device/leftForWorker.ts'
import { answerFromShell, installShell, isShellRequest, tidyShells } from './shell.ts'
import { sendLeft } from './left.ts'
import type { ToWorker } from './messages.ts'
import { openNotification, renewSubscription, showPush } from './push.ts'
import { answerShare, isShare } from './share.ts'
import { answerRead, isKeptRead, keepReads } from './reads.ts'

declare const self: ServiceWorkerGlobalScope

/** Of Background Sync and of changed subscriptions: known to browsers, not yet to TypeScript's list. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}
interface SubscriptionChangeEvent extends ExtendableEvent {
  newSubscription?: PushSubscription | null
}

self.addEventListener('install', (event) => event.waitUntil(installShell()))
self.addEventListener('activate', (event) => event.waitUntil(tidyShells()))
self.addEventListener('fetch', (event) => {
  if (isShare(event.request)) event.respondWith(answerShare(event.request))
  else if (isKeptRead(event.request)) event.respondWith(answerRead(event))
  else if (isShellRequest(event.request)) event.respondWith(answerFromShell(event.request))
})
self.addEventListener('message', (event) => {
  const said = event.data as Partial<ToWorker> | null
  if (said?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (said?.type === 'keep' && Array.isArray(said.reads)) event.waitUntil(keepReads(said.reads))
})
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewSubscription((event as SubscriptionChangeEvent).newSubscription)),
)
// Whatever is thrown makes the browser try again later.
self.addEventListener('sync' as never, (event: SyncEvent) => event.tag === syncTag && event.waitUntil(sendLeft()))
