/// <reference lib="webworker" />
import { type CachedAppFileGroup, assetCacheStage } from '#contract/assetGroup.ts'
import { ownAppShellCacheName, appShellCacheNames } from './shells.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string }[] }

/** All that this build has, in groups, in the order in which they are stored (server/build/assetGroups.ts). */
const listAddress = `/${self.__WB_MANIFEST[0]?.url}`
/** Where a cache has the list of its own build. */
const listKey = '/stored.json'
/** Where a cache notes what a screen asked for in vain. */
const wantedKey = '/wanted'
const revisionHeader = 'x-shell-revision'
export const shellPagePath = '/index.html'

/** So many at a time. */
const atOnce = 6
/** Up to so many of a pack are fetched by themselves, as after a release that changed few. */
const few = 6

const pathsIn = async (cache: Cache): Promise<Set<string>> => new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
const pathsOf = ({ files, packed = [] }: CachedAppFileGroup): string[] => [...files.map(([path]) => path), ...packed]

async function readList(cache: Cache): Promise<CachedAppFileGroup[]> {
  const known = await cache.match(listKey)
  const list = known ?? (await get(listAddress))
  if (!known) await cache.put(listKey, list.clone())
  return list.json() as Promise<CachedAppFileGroup[]>
}

/**
 * Fills the cache of a new build with what takes the place of all that an older one has stored here; one failed file fails the whole. Where there
 * is no older one, nothing is stored yet: the page says when.
 */
export async function installShellOnUpdate(): Promise<void> {
  const { others } = await appShellCacheNames()
  if (others.length === 0) return
  const own = await ownAppShellCacheName()
  try {
    const older = await Promise.all(others.map((name) => caches.open(name)))
    const cache = await caches.open(own)
    const groups = await readList(cache)
    const wants = await Promise.all(older.map(storedIn))
    for (const group of groups) if (wants.some((want) => want(group))) await fillGroup(cache, older, group)
  } catch (failure) {
    await caches.delete(own)
    throw failure
  }
}

/** What of a newer build takes the place of what this cache of an older one has. */
async function storedIn(cache: Cache): Promise<(group: CachedAppFileGroup) => boolean> {
  const list = await cache.match(listKey)
  const paths = await pathsIn(cache)
  // A build before there were groups stored everything.
  if (!list) return () => paths.has(shellPagePath)
  const groups = (await list.json()) as CachedAppFileGroup[]
  const stored = groups.filter((group) => pathsOf(group).every((path) => paths.has(path)))
  const names = new Set(stored.map(({ name }) => name))
  const hasAny = stored.some(({ stage }) => stage === assetCacheStage.rest)
  const hasAll = hasAny && groups.every(({ name, stage }) => stage !== assetCacheStage.rest || names.has(name))
  return ({ name, stage, locale }) => {
    const isSpoken = !locale || stored.some((group) => group.stage === assetCacheStage.first && group.locale === locale)
    if (stage === assetCacheStage.first) return isSpoken && (locale !== undefined || paths.has(shellPagePath))
    return stage === assetCacheStage.base ? hasAny && isSpoken : hasAll || names.has(name)
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Stores the next group that is not stored here: of a first visit's or, if `isWhole`, of all. What a screen asked for in vain comes before the
 * rest. Gives how many are left; several pages that ask take turns.
 */
export function storeNextAssetGroup(locale: string, isWhole: boolean): Promise<number> {
  const stored = turn.then(async () => {
    const cache = await caches.open(await ownAppShellCacheName())
    const groups = await readList(cache)
    const paths = await pathsIn(cache)
    const isWanted = (group: CachedAppFileGroup): boolean =>
      group.stage !== assetCacheStage.first && pathsOf(group).some((path) => paths.has(wantedKey + path))
    const rank = (group: CachedAppFileGroup): number => (isWanted(group) ? assetCacheStage.base : group.stage)
    const upTo = isWhole ? assetCacheStage.rest : groups.some(isWanted) ? assetCacheStage.base : assetCacheStage.first
    const due = groups
      .filter((group) => rank(group) <= upTo && (group.locale ?? locale) === locale)
      .filter((group) => pathsOf(group).some((path) => !paths.has(path)))
      .sort((a, b) => rank(a) - rank(b))
    const [next] = due
    if (next) await fillGroup(cache, [], next)
    return Math.max(0, due.length - 1)
  })
  turn = stored.catch(() => undefined)
  return stored
}

/** Notes that a screen asked for this file of the app in vain. */
export const recordMissingAsset = async (path: string): Promise<void> =>
  (await caches.open(await ownAppShellCacheName())).put(wantedKey + path, new Response())

/** What an older build already has is copied, not fetched again. */
async function fillGroup(cache: Cache, older: readonly Cache[], { files, packed = [], pack }: CachedAppFileGroup): Promise<void> {
  const isHere = async (path: string, revision?: string): Promise<boolean> => {
    if (await has(cache, path, revision)) return true
    for (const other of older) {
      const copy = await has(other, path, revision)
      if (copy) return cache.put(path, copy).then(() => true)
    }
    return false
  }
  const missing: string[] = []
  for (const path of packed) if (!(await isHere(path))) missing.push(path)
  if (pack && missing.length > few) {
    const texts = (await (await get(pack)).json()) as Record<string, string>
    for (const path of missing) await cache.put(path, new Response(texts[path], { headers: { 'content-type': typeOf(path) } }))
    missing.length = 0
  }
  const alone = [...files, ...missing.map((path): [string, string?] => [path])]
  const storeFile = async ([path, revision]: [string, string?]): Promise<void> =>
    (await isHere(path, revision)) ? undefined : cache.put(path, marked(await get(path, revision), revision))
  for (let at = 0; at < alone.length; at += atOnce) await Promise.all(alone.slice(at, at + atOnce).map(storeFile))
}

const typeOf = (path: string): string => (path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'image/svg+xml')

async function get(path: string, revision?: string): Promise<Response> {
  // Files without a hash in their name must not come from the browser's own cache.
  const response = await fetch(path, { cache: revision === undefined ? 'default' : 'no-cache', credentials: 'same-origin' })
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`)
  // Another build's page, of a release that came meanwhile, would look for files that are not here.
  if (path === shellPagePath && !(await response.clone().text()).includes(`"${__BUILD__}"`)) throw new Error(`${path} is of another build`)
  return response
}

async function has(cache: Cache, path: string, revision: string | undefined): Promise<Response | undefined> {
  const found = await cache.match(path)
  return found && (revision === undefined || found.headers.get(revisionHeader) === revision) ? found : undefined
}

function marked(response: Response, revision: string | undefined): Response {
  if (revision === undefined) return response
  const headers = new Headers(response.headers)
  headers.set(revisionHeader, revision)
  // The stored body is already unpacked.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
