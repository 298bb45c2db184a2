import { setWorkerReadReplyConsumer } from '#api/workerQueue.ts'
import { createStore } from '#device/store.ts'
import { appPromptsNeededStore } from '../prompts/promptsNeeded.ts'
import { registerAndWatchServiceWorker } from './registerServiceWorker.ts'
import { startAssetCaching } from './assetCaching.ts'
import type { MessageToWorker } from '../../../sw/messages.ts'

/** `ready`: a new build waits. `stuck`: the server has one that this page's worker does not manage to fetch. */
export type AppUpdateState = 'none' | 'ready' | 'stuck'
export const appUpdateStore = createStore<AppUpdateState>('none')
appUpdateStore.subscribe(() => appPromptsNeededStore.set(true))

const hourMs = 3_600_000
const checkAtMostEveryMs = 60_000

let registered: ServiceWorkerRegistration | undefined
let isUpdateRequested = false

/** The page is about to be that of a new build. A worker that is asked for something in the moment in which it is to go stays for half a minute. */
export const isApplyingUpdate = (): boolean => isUpdateRequested

/** Reloads into the new build. */
export async function applyUpdate(): Promise<void> {
  isUpdateRequested = true
  if (appUpdateStore.get() === 'stuck') {
    await removeWorker()
    location.reload()
    return
  }
  registered?.waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies MessageToWorker)
  // Another tab may have let the new worker in already; then nobody waits and a plain reload is enough.
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (!registration?.waiting) location.reload()
}

/** The kill switch on the page's side: every registration and every cache of ours goes. */
async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Asks for a new worker, and asks the small uncached file whether this page is of the newest build. */
async function check(): Promise<void> {
  const latestVersion = await readVersion()
  if (latestVersion?.worker === 'off') {
    await removeWorker()
    return
  }
  await registered?.update().catch(() => undefined)
  if (latestVersion === undefined || appUpdateStore.get() !== 'none') return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const pendingWorker = registration?.installing ?? registration?.waiting
  // While a release reaches one server after the other, an old one may answer a page of the new build.
  failedChecks = latestVersion.build === __BUILD__ || pendingWorker ? 0 : failedChecks + 1
  // Twice in a row, a minute or more apart: the worker is not going to manage by itself.
  if (failedChecks >= 2) appUpdateStore.set('stuck')
}
let failedChecks = 0

async function readVersion(): Promise<{ build: string; worker: 'on' | 'off' } | undefined> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' })
    return response.ok ? ((await response.json()) as { build: string; worker: 'on' | 'off' }) : undefined
  } catch {
    return undefined
  }
}

let checkedAtMs = 0
function checkForUpdate(): void {
  if (document.visibilityState === 'hidden' || !navigator.onLine || Date.now() - checkedAtMs < checkAtMostEveryMs) return
  checkedAtMs = Date.now()
  void check()
}

/** What came to the page without the worker is kept by it: after a first visit too, the next start works offline. */
const sendQueuedReadsToWorker = (worker: ServiceWorker | undefined): void =>
  worker &&
  setWorkerReadReplyConsumer(({ result, ...read }) => {
    const body = JSON.stringify({ code: 200, result })
    worker.postMessage({ type: 'keep', reads: [{ ...read, body }] } satisfies MessageToWorker)
  })

/** Registers the worker and looks for updates on load, when the page becomes visible or focused, on pageshow and hourly. */
export async function startServiceWorkerAndUpdateChecks(): Promise<void> {
  // Where no worker comes, nothing waits for one.
  if (import.meta.env.DEV || __WORKER__ === 'off' || !('serviceWorker' in navigator)) setWorkerReadReplyConsumer(() => undefined)
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  if (__WORKER__ === 'off') return removeWorker()
  const { controller } = navigator.serviceWorker
  if (controller) sendQueuedReadsToWorker(controller)
  try {
    registered = await registerAndWatchServiceWorker({
      onWaiting: () => appUpdateStore.set('ready'),
      onFirst: sendQueuedReadsToWorker,
      onChange: () => void (isUpdateRequested && location.reload()),
    })
  } catch {
    // A private window or blocked storage: the app works on, without a worker.
    setWorkerReadReplyConsumer(() => undefined)
    return
  }
  // Where there was no worker yet, the page has waited before it registered one.
  startAssetCaching(!controller)
  checkForUpdate()
  document.addEventListener('visibilitychange', checkForUpdate)
  window.addEventListener('focus', checkForUpdate)
  window.addEventListener('pageshow', checkForUpdate)
  setInterval(checkForUpdate, hourMs)
}
