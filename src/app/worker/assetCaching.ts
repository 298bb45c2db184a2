import { userSessionStore, hasToken } from '#api/session.ts'
import { waitForPageQuiet, runWhenPageIdle } from '#device/idle.ts'
import { isRunningStandalone } from '#device/installation.ts'
import { offlineSavingRequestedStore, isDataSaverOrSlowConnection, meteredDownloadsAllowedStore } from '#device/metered.ts'
import { currentLanguage, onLanguageChange } from '#i18n/i18n.ts'
import type { MessageToWorker } from '../../../sw/messages.ts'
import { isRepeatAppStart } from '../prompts/installOffer.ts'

const quietMs = 3_000
const quietWithinMs = 20_000
const idleWithinMs = 10_000
const replyTimeoutMs = 60_000

/**
 * Has the worker store the files of the app, so that it starts and reads without a network: at a first visit the screens that are read offline,
 * everything once it is worth it. A piece at a time, when the page has nothing else to do; not over a connection that carries little, unless
 * the person allowed it or asks for what is read offline. `isQuiet` where the page has already waited for that.
 */
export function startAssetCaching(isQuiet: boolean): void {
  void storeAssets(isQuiet)
  userSessionStore.subscribe(() => void storeAssets())
  onLanguageChange(() => void storeLanguageWords())
  for (const setting of [meteredDownloadsAllowedStore, offlineSavingRequestedStore]) setting.subscribe(() => void storeAssets())
  for (const event of ['online', 'appinstalled']) addEventListener(event, () => void storeAssets())
}

const mayDownload = (): boolean => !isDataSaverOrSlowConnection() || meteredDownloadsAllowedStore.get()
const isDue = (): boolean => navigator.onLine && (mayDownload() || offlineSavingRequestedStore.get())
const shouldStoreEverything = (): boolean => mayDownload() && (isRunningStandalone() || hasToken() || isRepeatAppStart())

let isStoring = false
let isStoreRequested = false

async function storeAssets(isQuiet = false): Promise<void> {
  isStoreRequested = isStoring
  if (isStoring) return
  isStoring = true
  if (!isQuiet) await waitForPageQuiet(quietMs, quietWithinMs)
  const registration = await navigator.serviceWorker.ready.catch(() => undefined)
  const worker = registration?.active
  // A newer worker takes over only once this one has nothing to do: what is stored then is of the newer build.
  for (let remaining = 1; worker && remaining > 0 && isDue() && !registration.waiting; ) {
    await new Promise<void>((idle) => runWhenPageIdle(idle, idleWithinMs))
    if (!registration.waiting) remaining = await storeNextAsset(worker)
  }
  isStoring = false
  if (isStoreRequested) void storeAssets()
}

/** Another language's words come before all else, and at once: whoever has chosen it may be without a network before the page is quiet. */
async function storeLanguageWords(): Promise<void> {
  const worker = (await navigator.serviceWorker.ready.catch(() => undefined))?.active
  if (worker && isDue()) await storeNextAsset(worker)
  void storeAssets()
}

/** How many groups of files are left; 0 too where it failed, until something changes. */
function storeNextAsset(worker: ServiceWorker): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  const remaining = new Promise<number>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    // A worker of an older build, or one that was ended meanwhile.
    setTimeout(() => resolve(0), replyTimeoutMs)
  })
  worker.postMessage({ type: 'store', locale: currentLanguage().locale, isWhole: shouldStoreEverything() } satisfies MessageToWorker, [
    port2,
  ])
  return remaining.finally(() => port1.close())
}
