import type { LanguageCode } from '#contract/calls/account.ts'
import { content, type OfflineBundle } from '#contract/calls/content.ts'
import { wholeBytesHeader } from '#contract/envelope.ts'
import { withInstants } from '#contract/time.ts'
import { createStore } from '#device/store.ts'
import { queryClient } from './queryClient.ts'
import { brought, bundleOf, bundleShelf, type SavedArticles, savedArticles } from './savedArticles.ts'
import { commonHeaders, openEnvelope } from './send.ts'

/** How the saving of help and news stands. `asking`: it waits for the person's word, because this connection costs. */
export type Saving =
  | { state: 'idle' | 'asking' }
  /** `part`: 0 to 1 of a long reply; absent while it is not known. */
  | { state: 'saving'; lang: LanguageCode; part?: number }
  | { state: 'failed'; lang: LanguageCode; why: 'unanswered' | 'full' }
export const saving = createStore<Saving>({ state: 'idle' })

let underWay: Promise<boolean> | undefined
let stop = new AbortController()

/** Brings what is kept in a language up to date; false when it could not be fetched or not be kept, or was stopped. One at a time. */
export async function saveArticles(lang: LanguageCode): Promise<boolean> {
  await underWay
  stop = new AbortController()
  underWay = fetchAndKeep(lang, stop.signal).finally(() => (underWay = undefined))
  return underWay
}

/** Ends what is being brought, so that it does not put back what is taken away next. */
export async function stopSaving(): Promise<void> {
  stop.abort()
  await underWay
}

async function fetchAndKeep(lang: LanguageCode, stopped: AbortSignal): Promise<boolean> {
  saving.set({ state: 'saving', lang })
  const kept = await bundleOf(lang)
  const askFor = (since?: string) => ask(lang, AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]), since)
  let bundle: SavedArticles | undefined
  try {
    bundle = (kept && brought(kept, await askFor(kept.version), Date.now())) ?? brought(undefined, await askFor(), Date.now())
  } catch {
    saving.set(stopped.aborted ? { state: 'idle' } : { state: 'failed', lang, why: 'unanswered' })
    return false
  }
  if (!bundle || !(await bundleShelf.set(lang, bundle))) {
    saving.set({ state: 'failed', lang, why: 'full' })
    return false
  }
  await queryClient.invalidateQueries({ queryKey: savedArticles(lang).queryKey.slice(0, 1) })
  saving.set({ state: 'idle' })
  return true
}

const patienceMs = 120_000

// Not through send.ts: what is long says how much of it has come, and may take longer.
async function ask(lang: LanguageCode, signal: AbortSignal, since?: string): Promise<OfflineBundle> {
  const query = new URLSearchParams({ lang, ...(since && { since }) })
  const reply = await fetch(`${content.offlineBundle.path}?${query}`, {
    headers: commonHeaders({}),
    signal,
  })
  const whole = Number(reply.headers.get(wholeBytesHeader))
  const envelope: unknown = JSON.parse(
    await readWhole(reply, (bytes) => whole && saving.set({ state: 'saving', lang, part: bytes / whole })),
  )
  return withInstants(openEnvelope(envelope), content.offlineBundle.times) as OfflineBundle
}

async function readWhole(reply: Response, onBytes: (bytes: number) => void): Promise<string> {
  const reader = reply.body?.getReader()
  if (!reader) return reply.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length
    text += decoder.decode(read.value, { stream: true })
    onBytes(bytes)
  }
  return text + decoder.decode()
}
