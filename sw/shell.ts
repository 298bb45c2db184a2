/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// Files of this build. Those with a hash in their name have no revision of their own: the same name is the same content.
const files = self.__WB_MANIFEST
const prefix = 'shell-'
/** One cache per build; the time in its name tells the newest. */
const cacheName = (atMs: number): string => `${prefix}${atMs}-${__BUILD__}`
const builtAtMs = (name: string): number => Number(name.slice(prefix.length).split('-')[0])
const buildOf = (name: string): string => name.slice(prefix.length).split('-').slice(1).join('-')

const shellPage = '/index.html'
const revisionHeader = 'x-shell-revision'
const buildsKept = 2

/** Newest first. */
async function shells(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  return names.sort((a, b) => builtAtMs(b) - builtAtMs(a))
}

/** Fills this build's cache. What an older build already has is copied, not fetched again; one failed file fails the whole. */
export async function installShell(): Promise<void> {
  const known = await shells()
  const own = known.find((name) => buildOf(name) === __BUILD__) ?? cacheName(Date.now())
  const cache = await caches.open(own)
  const older = await Promise.all(known.filter((name) => name !== own).map((name) => caches.open(name)))
  try {
    for (const group of groups(files, 6)) await Promise.all(group.map((file) => fill(cache, older, file)))
  } catch (failure) {
    await caches.delete(own)
    throw failure
  }
}

async function fill(cache: Cache, older: Cache[], { url, revision }: { url: string; revision: string | null }): Promise<void> {
  const path = new URL(url, self.location.origin).pathname
  if (await has(cache, path, revision)) return
  for (const other of older) {
    const copy = await has(other, path, revision)
    if (copy) return cache.put(path, copy)
  }
  // Files without a hash in their name must not come from the browser's own cache.
  const response = await fetch(path, { cache: revision === null ? 'default' : 'no-cache', credentials: 'same-origin' })
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`)
  await cache.put(path, marked(response, revision))
}

async function has(cache: Cache, path: string, revision: string | null): Promise<Response | undefined> {
  const found = await cache.match(path)
  return found && (revision === null || found.headers.get(revisionHeader) === revision) ? found : undefined
}

function marked(response: Response, revision: string | null): Response {
  if (revision === null) return response
  const headers = new Headers(response.headers)
  headers.set(revisionHeader, revision)
  // The stored body is already unpacked.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

function* groups<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** Keeps the two newest builds, so that an open page of the older one still finds its chunks. */
export async function tidyShells(): Promise<void> {
  const names = await shells()
  const mine = names.filter((name) => buildOf(name) === __BUILD__)
  const others = names.filter((name) => buildOf(name) !== __BUILD__)
  await Promise.all(others.slice(buildsKept - mine.slice(0, 1).length).map((name) => caches.delete(name)))
}

const paths = new Set(files.map(({ url }) => new URL(url, self.location.origin).pathname))
const isNavigation = (request: Request): boolean => request.mode === 'navigate'
const neverShell = /^\/(api|ws|healthz|i)(\/|$)|^\/(pc\.html|verify\.html|version\.json|sw\.js|sw-kill\.js|robots\.txt)$/

/** Whether a request is for the app itself: any page address of ours, any file of this build, any chunk of an older one. */
export function isShellRequest(request: Request): boolean {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || neverShell.test(url.pathname)) return false
  return isNavigation(request) || paths.has(url.pathname) || url.pathname.startsWith('/assets/')
}

/** The shelf first, the network for what is not on it. Every page address is answered with the one page. */
export async function answerFromShell(request: Request): Promise<Response> {
  const path = isNavigation(request) ? shellPage : new URL(request.url).pathname
  const own = await ownCopy(path).catch(() => undefined)
  return own ?? fetch(request)
}

async function ownCopy(path: string): Promise<Response | undefined> {
  const names = await shells()
  const own = names.filter((name) => buildOf(name) === __BUILD__)
  // The page and files without a hash only from this build; a hashed chunk from whichever build has it.
  const places = path.startsWith('/assets/') ? [...own, ...names] : own
  for (const name of places) {
    const found = await (await caches.open(name)).match(path)
    if (found) return found
  }
  return undefined
}
