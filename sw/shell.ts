/// <reference lib="webworker" />
import { ownAppShellCacheName, appShellCacheNames } from './shells.ts'
import { recordMissingAsset, shellPagePath } from './store.ts'

declare const self: ServiceWorkerGlobalScope

const isNavigation = (request: Request): boolean => request.mode === 'navigate'
const neverShell = /^\/(api|ws|healthz|i)(\/|$)|^\/(pc\.html|verify\.html|version\.json|sw\.js|sw-kill\.js|robots\.txt)$/
const shellFile = /^\/(assets|icons|fonts)\/|^\/(index\.html|manifest\.webmanifest)$/

const isHashed = (path: string): boolean => path.startsWith('/assets/')
/** Letters that not everybody reads are no part of what is stored: kept once a screen has them. */
const isFont = (path: string): boolean => path.startsWith('/fonts/')

/** Whether a request is for the app itself: any page address of ours, any file of this build, any chunk of an older one. */
export function isShellRequest(request: Request): boolean {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || neverShell.test(pathname)) return false
  return isNavigation(request) || shellFile.test(pathname)
}

/** What is stored first, the network for what is not. Every page address is answered with the one page. */
export async function answerFromShell(request: Request): Promise<Response> {
  const path = isNavigation(request) ? shellPagePath : new URL(request.url).pathname
  const own = await ownCopy(path).catch(() => undefined)
  if (own) return own
  try {
    const response = await fetch(request)
    if (isFont(path) && response.ok) await keepFont(path, response.clone()).catch(() => undefined)
    return response
  } catch (failure) {
    if (isHashed(path)) await recordMissingAsset(path).catch(() => undefined)
    throw failure
  }
}

/** Keeps a font beside this build's files. */
const keepFont = async (path: string, response: Response): Promise<void> =>
  (await caches.open(await ownAppShellCacheName())).put(path, response)

async function ownCopy(path: string): Promise<Response | undefined> {
  const { own, others } = await appShellCacheNames()
  // The page and files without a hash only from this build; a hashed chunk from whichever build has it.
  for (const name of isHashed(path) ? [...own, ...others] : own) {
    const found = await (await caches.open(name)).match(path)
    if (found) return found
  }
  return undefined
}
