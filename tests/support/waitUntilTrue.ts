import type { Page } from 'playwright-core'
import { patienceMs } from './patience.ts'

const everyMs = 50

/**
 * Waits until what the page is asked is so. For questions that answer by a promise: `waitForFunction` takes the promise itself for a yes. A page
 * that is being loaded anew says no.
 */
export async function waitUntilTrue(
  page: Page,
  ask: (given: string) => Promise<boolean>,
  given = '',
  withinMs = patienceMs,
): Promise<void> {
  const until = Date.now() + withinMs
  while (!(await page.evaluate(ask, given).catch(() => false))) {
    if (Date.now() > until) throw new Error(`not so within ${withinMs / 1000} s: ${ask.name || String(ask)}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** On the page: whether the worker has what a first visit stores, and so starts without a network. */
export const isInstalled = async (): Promise<boolean> =>
  (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated' && (await caches.match('/index.html')) !== undefined

/** On the page: whether the worker has all files of the app, with the words of the language in use. */
export async function isWhole(): Promise<boolean> {
  const list = await caches.match('/stored.json')
  if (!list) return false
  interface Group {
    locale?: string
    files: [string][]
    packed?: string[]
  }
  const groups = ((await list.json()) as Group[]).filter(
    ({ locale }) => (locale ?? document.documentElement.lang) === document.documentElement.lang,
  )
  const paths = groups.flatMap(({ files, packed = [] }) => [...files.map(([path]) => path), ...packed])
  return (await Promise.all(paths.map((path) => caches.match(path)))).every((found) => found !== undefined)
}

/** On the page: whether anything of this person's that the page keeps on the device holds these words. What was read is kept a moment later. */
export async function isStoredByPage(words: string): Promise<boolean> {
  // Opening what is not there yet would make it, without its shelf.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'kept-by-page')) return false
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kept-by-page')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const all = opening.result.transaction('kv').objectStore('kv').getAll()
      all.onerror = () => reject(all.error)
      all.onsuccess = () => {
        opening.result.close()
        resolve(JSON.stringify(all.result).includes(words))
      }
    }
  })
}
