import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { languageCodes } from '#contract/calls/account.ts'
import { content } from '#contract/calls/content.ts'
import { browserOptions } from '../support/browser.ts'
import { waitUntilTrue, isInstalled } from '../support/waitUntilTrue.ts'
import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'
import { builtApp } from './support/builtApp.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const times = sized(5, 1)
const slowdown = 4
const limitBytes = 3_000_000

/** What one language to read offline weighs, on the way and unpacked, and how long its first article takes from a cold start without a network. */
export async function offline(): Promise<Row[]> {
  const app = await builtApp()
  const server = await startTestServer({ http: { dist: app.dist, rates: noLimits } })
  let isServing = true
  const browser = await chromium.launch(browserOptions())
  try {
    const weights: Row[] = []
    for (const lang of languageCodes) weights.push(...(await weigh(server.origin, lang)))
    const phone = await visited(browser, server.origin)
    await server.stop()
    isServing = false
    await phone.setOffline(true)
    const reads: number[] = []
    for (let n = 0; n < times; n++) reads.push(await firstArticle(phone, server.origin))
    return [...weights, { name: 'First article, cold start, no network, a phone four times slower', figure: median(reads), unit: 'ms' }]
  } finally {
    await browser.close()
    if (isServing) await server.stop()
  }
}

async function weigh(origin: string, lang: string): Promise<Row[]> {
  const ask = async (since = ''): Promise<{ packed: number; text: string }> => {
    const url = `${origin}${content.offlineBundle.path}?lang=${lang}${since && `&since=${since}`}`
    const packed = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    return { packed: Number(packed.headers.get('content-length') ?? Number.NaN), text: await packed.text() }
  }
  const whole = await ask()
  const { version } = (JSON.parse(whole.text) as { result: { version: string } }).result
  const again = await ask(version)
  return [
    {
      name: `To read offline, ${lang}`,
      figure: Buffer.byteLength(whole.text) / 1000,
      unit: 'kB',
      beside: { what: 'limit', figure: limitBytes / 1000 },
    },
    {
      name: `To read offline, ${lang}, on the way`,
      figure: whole.packed / 1000,
      unit: 'kB',
      beside: { what: 'when nothing changed', figure: again.packed / 1000 },
    },
  ]
}

/** A phone that came by once, and kept what it reads. */
async function visited(browser: Browser, origin: string): Promise<BrowserContext> {
  const phone = await browser.newContext({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true })
  const page = await phone.newPage()
  await page.goto(`${origin}/home`)
  await waitUntilTrue(page, isInstalled)
  await waitUntilTrue(page, isSaved)
  await page.close()
  return phone
}

/** On the page: whether the articles of a language are on the shelf. */
async function isSaved(): Promise<boolean> {
  // Opening what is not there yet would make it, without its shelf.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'saved-articles')) return false
  return new Promise((done) => {
    const opening = indexedDB.open('saved-articles')
    opening.onsuccess = () => {
      const count = opening.result.transaction('kv').objectStore('kv').count()
      count.onsuccess = () => (opening.result.close(), done(count.result > 0))
    }
  })
}

async function firstArticle(phone: BrowserContext, origin: string): Promise<number> {
  const page = await phone.newPage()
  try {
    const devtools = await phone.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${origin}/articleDetail?id=fees`, { waitUntil: 'commit' })
    const shown = await page.waitForFunction(() => (document.querySelector('article table') ? performance.now() : 0), undefined, {
      polling: 'raf',
      timeout: 30_000,
    })
    return await shown.jsonValue()
  } finally {
    await page.close()
  }
}
