/// <reference lib="webworker" />
import { answerFromShell, installShell, isShellRequest, tidyShells } from './shell.ts'
import type { ToWorker } from './messages.ts'
import { answerRead, isKeptRead, keepReads } from './reads.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(installShell()))
self.addEventListener('activate', (event) => event.waitUntil(tidyShells()))
self.addEventListener('fetch', (event) => {
  if (isKeptRead(event.request)) event.respondWith(answerRead(event))
  else if (isShellRequest(event.request)) event.respondWith(answerFromShell(event.request))
})
self.addEventListener('message', (event) => {
  const said = event.data as Partial<ToWorker> | null
  if (said?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (said?.type === 'keep' && Array.isArray(said.reads)) event.waitUntil(keepReads(said.reads))
})
