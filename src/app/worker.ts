import type { Workbox } from 'workbox-window'
import { createStore } from '#device/store.ts'
import { keepReadsOfFirstVisit } from './firstVisit.ts'

/** `ready`: a new build waits. `stuck`: the server has one that this page's worker does not manage to fetch. */
export type Update = 'none' | 'ready' | 'stuck'
export const update = createStore<Update>('none')

const hourMs = 3_600_000
const checkAtMostEveryMs = 60_000

let workbox: Workbox | undefined
let isAskedFor = false

/** Reloads into the new build. */
export async function applyUpdate(): Promise<void> {
  isAskedFor = true
  if (update.get() === 'stuck') {
    await removeWorker()
    location.reload()
    return
  }
  workbox?.messageSkipWaiting()
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
  const published = await readVersion()
  if (published?.worker === 'off') {
    await removeWorker()
    return
  }
  await workbox?.update().catch(() => undefined)
  if (published === undefined || update.get() !== 'none') return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  const isComing = registration?.installing ?? registration?.waiting
  // While a release reaches one server after the other, an old one may answer a page of the new build.
  misses = published.build === __BUILD__ || isComing ? 0 : misses + 1
  // Twice in a row, a minute or more apart: the worker is not going to manage by itself.
  if (misses >= 2) update.set('stuck')
}
let misses = 0

async function readVersion(): Promise<{ build: string; worker: 'on' | 'off' } | undefined> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' })
    return response.ok ? ((await response.json()) as { build: string; worker: 'on' | 'off' }) : undefined
  } catch {
    return undefined
  }
}

let checkedAtMs = 0
function checkSometimes(): void {
  if (document.visibilityState === 'hidden' || !navigator.onLine || Date.now() - checkedAtMs < checkAtMostEveryMs) return
  checkedAtMs = Date.now()
  void check()
}

/** Registers the worker and looks for updates on load, when the page becomes visible or focused, on pageshow and hourly. */
export async function startWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  if (__WORKER__ === 'off') return removeWorker()
  // Not needed for the first screen, so not fetched with it.
  const { createRegistrar } = await import('./registrar.ts')
  workbox = createRegistrar()
  workbox.addEventListener('waiting', () => update.set('ready'))
  workbox.addEventListener('controlling', () => isAskedFor && location.reload())
  workbox.addEventListener('activated', (event) => !event.isUpdate && keepReadsOfFirstVisit(event.sw))
  try {
    await workbox.register({ immediate: true })
  } catch {
    // A private window or blocked storage: the app works on, without a worker.
    workbox = undefined
    return
  }
  checkSometimes()
  document.addEventListener('visibilitychange', checkSometimes)
  window.addEventListener('focus', checkSometimes)
  window.addEventListener('pageshow', checkSometimes)
  setInterval(checkSometimes, hourMs)
}
