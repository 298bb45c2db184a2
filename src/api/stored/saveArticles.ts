import type { LanguageCode } from '#contract/calls/account.ts'
import { content, type OfflineContentBundle } from '#contract/calls/content.ts'
import { uncompressedBytesHeader } from '#contract/envelope.ts'
import { parseReplyTimes } from '#contract/time.ts'
import { yieldToNextTask } from '#device/idle.ts'
import { createStore } from '#device/store.ts'
import { queryClient } from '../queryClient.ts'
import { unmarkArticleBundlesRemovedByUser, markArticleBundlesRemovedByUser } from './removedArticles.ts'
import { mergeArticleBundle, readArticleBundle, articleBundlesTable, type ArticleBundle, savedArticleBundleQuery } from './savedArticles.ts'
import { commonHeaders, unwrapReplyEnvelope } from '../send.ts'

/** How the saving of help and news stands. `asking`: it waits for the person's word, because this connection costs. */
export type ArticleSavingState =
  | { state: 'idle' | 'asking' }
  /** `part`: 0 to 1 of a long reply; absent while it is not known. */
  | { state: 'saving'; lang: LanguageCode; part?: number }
  | { state: 'failed'; lang: LanguageCode; why: 'unanswered' | 'full' }
export const articleSavingStore = createStore<ArticleSavingState>({ state: 'idle' })

let currentSave: Promise<boolean> | undefined
let abortController = new AbortController()

/** Brings what is kept in a language up to date; false when it could not be fetched or not be kept, or was stopped. One at a time. */
export async function saveArticlesOffline(lang: LanguageCode): Promise<boolean> {
  unmarkArticleBundlesRemovedByUser([lang])
  await currentSave
  abortController = new AbortController()
  currentSave = fetchAndStoreBundle(lang, abortController.signal).finally(() => (currentSave = undefined))
  return currentSave
}

/** Ends what is being brought, so that nothing puts back what is taken away next: of these languages, or of all. */
export async function abortArticleSavingAndMarkRemoved(langs?: readonly LanguageCode[]): Promise<void> {
  markArticleBundlesRemovedByUser(langs)
  abortController.abort()
  await currentSave
}

async function fetchAndStoreBundle(lang: LanguageCode, stopSignal: AbortSignal): Promise<boolean> {
  articleSavingStore.set({ state: 'saving', lang })
  const storedBundle = await readArticleBundle(lang)
  const fetchBundle = (since?: string) => requestBundle(lang, AbortSignal.any([stopSignal, AbortSignal.timeout(bundleTimeoutMs)]), since)
  let bundle: ArticleBundle | undefined
  try {
    bundle =
      (storedBundle && mergeArticleBundle(storedBundle, await fetchBundle(storedBundle.version), Date.now())) ??
      mergeArticleBundle(undefined, await fetchBundle(), Date.now())
  } catch {
    articleSavingStore.set(stopSignal.aborted ? { state: 'idle' } : { state: 'failed', lang, why: 'unanswered' })
    return false
  }
  await yieldToNextTask()
  if (!bundle || !(await articleBundlesTable.set(lang, bundle))) {
    articleSavingStore.set({ state: 'failed', lang, why: 'full' })
    return false
  }
  await queryClient.invalidateQueries({ queryKey: savedArticleBundleQuery(lang).queryKey.slice(0, 1) })
  articleSavingStore.set({ state: 'idle' })
  return true
}

const bundleTimeoutMs = 120_000

// Not through send.ts: what is long says how much of it has come, and may take longer.
async function requestBundle(lang: LanguageCode, signal: AbortSignal, since?: string): Promise<OfflineContentBundle> {
  const query = new URLSearchParams({ lang, ...(since && { since }) })
  const reply = await fetch(`${content.offlineBundle.path}?${query}`, {
    headers: commonHeaders({}),
    signal,
  })
  const uncompressedBytes = Number(reply.headers.get(uncompressedBytesHeader))
  const text = await readBodyText(
    reply,
    (bytes) => uncompressedBytes && articleSavingStore.set({ state: 'saving', lang, part: bytes / uncompressedBytes }),
  )
  // It is long, and nobody waits for it: a piece at a time.
  await yieldToNextTask()
  const envelope: unknown = JSON.parse(text)
  await yieldToNextTask()
  const bundle = parseReplyTimes(unwrapReplyEnvelope(envelope), content.offlineBundle.times) as OfflineContentBundle
  await yieldToNextTask()
  return bundle
}

async function readBodyText(reply: Response, onBytes: (bytes: number) => void): Promise<string> {
  const reader = reply.body?.getReader()
  if (!reader) return reply.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.length
    text += decoder.decode(chunk.value, { stream: true })
    onBytes(bytes)
  }
  return text + decoder.decode()
}
