import { Workbox } from 'workbox-window'

const workerUrl = '/sw.js'

/** What this uses of Trusted Types, which not every browser has. */
interface Policies {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
  }
}

const onlyTheWorker = (url: string): string => {
  if (url !== workerUrl) throw new TypeError(`no script comes from ${url}`)
  return url
}

/** Registers the worker, fetched only when the first screen is there. By its policy that address alone is a script's (Trusted Types). */
export function createRegistrar(): Workbox {
  const policy = (window as Policies).trustedTypes?.createPolicy('fairlead', { createScriptURL: onlyTheWorker })
  return new Workbox(policy?.createScriptURL(workerUrl) ?? workerUrl, { updateViaCache: 'none' })
}
