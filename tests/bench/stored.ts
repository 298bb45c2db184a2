import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserOptions } from '../support/browser.ts'
import { waitUntilTrue, isInstalled, isWhole } from '../support/waitUntilTrue.ts'
import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'
import { watchWorker, type WorkerRequest } from '../support/workerRequests.ts'
import { builtApp } from './support/builtApp.ts'
import type { Row } from './support/table.ts'

const mostRequests = 40
const mostKiB = 400
const quietMs = 2_000

/** What the worker fetches and stores at a first visit of /home, and once the app is opened again: over the network, so without what the page had. */
export async function stored(): Promise<Row[]> {
  const app = await builtApp()
  const server = await startTestServer({ http: { dist: app.dist, rates: noLimits } })
  const browser = await chromium.launch(browserOptions())
  try {
    const phone = await browser.newContext({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, locale: 'en-US' })
    const fetched = watchWorker(phone)
    const page = await visit(phone, server.origin)
    await waitUntilTrue(page, isInstalled)
    await page.waitForTimeout(quietMs)
    const first = [...fetched]
    const after = await page.evaluate(kept)
    await page.close()
    const again = await visit(phone, server.origin)
    await waitUntilTrue(again, isWhole)
    const whole = await again.evaluate(kept)
    return [
      {
        name: 'Fetched by the worker at a first visit',
        figure: first.length,
        unit: 'requests',
        beside: { what: 'limit', figure: mostRequests },
      },
      { name: 'Fetched by the worker at a first visit', figure: kib(first), unit: 'KiB', beside: { what: 'limit', figure: mostKiB } },
      {
        name: 'Stored after a first visit',
        figure: after.files,
        unit: 'files',
        beside: { what: 'once opened again', figure: whole.files },
      },
      {
        name: 'Stored after a first visit, unpacked',
        figure: after.kib,
        unit: 'KiB',
        beside: { what: 'once opened again', figure: whole.kib },
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const kib = (requests: readonly WorkerRequest[]): number => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

async function visit(phone: BrowserContext, origin: string): Promise<Page> {
  const page = await phone.newPage()
  await page.goto(`${origin}/home`)
  return page
}

/** On the page: how much is in the caches. */
async function kept(): Promise<{ files: number; kib: number }> {
  const sizes: number[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) sizes.push((await (await cache.match(request))?.blob())?.size ?? 0)
  }
  return { files: sizes.length, kib: sizes.reduce((sum, size) => sum + size, 0) / 1024 }
}
