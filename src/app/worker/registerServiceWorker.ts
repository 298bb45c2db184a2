const workerUrl = '/sw.js'
/** A new worker that nobody stands in the way of is at work by then. */
const updateSettleMs = 200

/** What this uses of Trusted Types, which not every browser has. */
interface WindowWithTrustedTypes {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
  }
}

const allowWorkerUrlOnly = (url: string): string => {
  if (url !== workerUrl) throw new TypeError(`no script comes from ${url}`)
  return url
}

/** What becomes of the worker. */
interface WorkerListener {
  /** A new build's worker is here, and waits for pages of the older one. */
  onWaiting(): void
  /** Where there was none, one is at work. */
  onFirst(worker: ServiceWorker): void
  /** Another worker answers for this page from now on. */
  onChange(): void
}

/** Registers the worker and follows it, and those that come after. By its policy that address alone is a script's (Trusted Types). */
export async function registerAndWatchServiceWorker({ onWaiting, onFirst, onChange }: WorkerListener): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  const isFirst = !serviceWorker.controller
  const policy = (window as WindowWithTrustedTypes).trustedTypes?.createPolicy('fairlead', { createScriptURL: allowWorkerUrlOnly })
  const registration = await serviceWorker.register(policy?.createScriptURL(workerUrl) ?? workerUrl, { updateViaCache: 'none' })
  serviceWorker.addEventListener('controllerchange', onChange)
  const watchWorker = (worker: ServiceWorker | null): void => {
    const reportWaiting = (): void => {
      if (worker?.state === 'installed') setTimeout(() => registration.waiting === worker && onWaiting(), updateSettleMs)
      if (worker?.state === 'activated' && isFirst) onFirst(worker)
    }
    worker?.addEventListener('statechange', reportWaiting)
    reportWaiting()
  }
  watchWorker(registration.installing)
  watchWorker(registration.waiting)
  registration.addEventListener('updatefound', () => watchWorker(registration.installing))
  return registration
}
