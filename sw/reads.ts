/// <reference lib="webworker" />
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { type FetchedReadReply, storedAtHeader } from './messages.ts'
import { refreshReadInPages } from './pages.ts'

declare const self: ServiceWorkerGlobalScope

/** One kept reply: the envelope as text, and when it was fetched. */
interface StoredRead {
  body: string
  atMs: number
}

/** A copy this young has just been fetched: it is answered without asking again, so that "fresher" costs one request. */
const youngMs = 2_000
const entriesKept = 400
const tidyEvery = 50

/** Whether a request is a read that is the same for everyone. */
export function isPublicReadRequest(request: Request): boolean {
  const url = new URL(request.url)
  return request.method === 'GET' && url.origin === self.location.origin && Object.hasOwn(__WORKER_READS__, url.pathname)
}

/** Path, sorted query and language: two ways to write one question share one copy. */
function keyOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.sort()
  return `${pathname}?${searchParams} ${request.headers.get('lang') ?? ''}`
}

// When a page last asked past the kept copy, by key.
const reloadedMs = new Map<string, number>()

/**
 * The kept copy at once and a fetch behind it; without a copy, the network. A copy past its age counts as none, and so does every copy for a
 * page that asks to reload, because it has just changed what the copy tells.
 */
export async function answerPublicRead(event: FetchEvent): Promise<Response> {
  const { request } = event
  const key = keyOf(request)
  if (request.cache === 'reload') {
    reloadedMs.set(key, Date.now())
    return fetchOnce(request, key, undefined)
  }
  const stored = await take(key, new URL(request.url).pathname)
  if (!stored) return fetchAndKeep(request, key, undefined)
  if (Date.now() - stored.atMs > youngMs) event.waitUntil(fetchAndKeep(request, key, stored).catch(() => undefined))
  return new Response(stored.body, {
    headers: { 'content-type': 'application/json; charset=utf-8', [storedAtHeader]: String(stored.atMs) },
  })
}

/** Keeps reads that came to the page without this worker. */
export async function storePublicReads(reads: readonly FetchedReadReply[]): Promise<void> {
  for (const { url, lang, body, atMs } of reads) {
    const request = new Request(url, { headers: { lang } })
    if (isPublicReadRequest(request) && parse(body)?.code === 200) await put(keyOf(request), { body, atMs })
  }
}

const underWay = new Map<string, Promise<Response>>()

// Several pages asking for the same thing share one fetch.
async function fetchAndKeep(request: Request, key: string, before: StoredRead | undefined): Promise<Response> {
  const pending = underWay.get(key) ?? fetchOnce(request, key, before).finally(() => underWay.delete(key))
  underWay.set(key, pending)
  return (await pending).clone()
}

async function fetchOnce(request: Request, key: string, before: StoredRead | undefined): Promise<Response> {
  const requestedMs = Date.now()
  const response = await fetch(request)
  const body = await response.clone().text()
  const said = response.ok ? parse(body) : undefined
  // What was asked before a page's own change may come after it, and is not kept.
  if (said?.code !== 200 || requestedMs < (reloadedMs.get(key) ?? 0)) return response
  await put(key, { body, atMs: Date.now() })
  if (before && said.result !== parse(before.body)?.result) await refreshReadInPages(new URL(request.url).pathname)
  return response
}

/** The code, and the result as text: the envelope's own timestamp is no news. */
function parse(body: string): { code: number; result: string } | undefined {
  try {
    const { code, result } = JSON.parse(body) as { code: number; result: unknown }
    return { code, result: JSON.stringify(result) }
  } catch {
    return undefined
  }
}

// IndexedDB can be missing, blocked or broken: then the shelf is empty and everything comes from the network.
let opened: UseStore | undefined
const readStore = (): UseStore => (opened ??= createStore('kept-by-worker', 'reads'))

async function take(key: string, path: string): Promise<StoredRead | undefined> {
  const found = await attempt(() => get<unknown>(key, readStore()))
  if (!isKept(found)) return undefined
  const maxAgeMs = __WORKER_READS__[path]
  const isOver = typeof maxAgeMs === 'number' && Date.now() - found.atMs > maxAgeMs
  return isOver ? undefined : found
}

const isKept = (found: unknown): found is StoredRead =>
  typeof found === 'object' &&
  found !== null &&
  typeof (found as StoredRead).atMs === 'number' &&
  typeof (found as StoredRead).body === 'string' &&
  parse((found as StoredRead).body)?.code === 200

let puts = 0
async function put(key: string, entry: StoredRead): Promise<void> {
  await attempt(() => set(key, entry, readStore()))
  puts += 1
  if (puts % tidyEvery === 0) await attempt(tidy)
}

/** The oldest go when there are too many. */
async function tidy(): Promise<void> {
  const all = await entries<string, StoredRead>(readStore())
  const byAge = all.sort(([, a], [, b]) => (b?.atMs ?? 0) - (a?.atMs ?? 0))
  for (const [key] of byAge.slice(entriesKept)) await del(key, readStore())
}

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
