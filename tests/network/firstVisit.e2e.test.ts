import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Session, startSession } from '../support/session.ts'
import { testApp } from '../support/testApp.ts'

// What a first visit is like where something is missing: storage, or the connection after the first bytes.
let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

/** Of a window that keeps nothing in databases. */
const withoutDatabase = () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['open', 'deleteDatabase', 'databases'] as const) Object.defineProperty(indexedDB, name, { value: refuse })
}

/** Of a browser in which everything that stores is blocked. */
const withoutStorage = () => {
  for (const name of ['localStorage', 'sessionStorage', 'caches'] as const)
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
}

/** Sooner than anybody reads what it costs, the sheet takes a tap for the second of a double one. */
const readMs = 400
async function confirm(page: Page): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name: 'Confirm' })
  await button.waitFor()
  await page.waitForTimeout(readMs)
  await button.tap()
  await page.getByRole('dialog').getByRole('heading', { name: 'Position opened' }).waitFor()
}

it('shows prices and charts in a private window, lets one practice, and says what is not kept', async () => {
  const { page, context, faults } = await story.phone({ serviceWorkers: 'block' })
  await context.addInitScript(withoutDatabase)
  await page.goto('/home')
  await page.getByRole('link').filter({ hasText: 'BTC/USDT' }).first().waitFor()
  await page.goto('/kline?symbol=BTCUSDT')
  await page.locator('[role=img] canvas').first().waitFor()
  await page.getByRole('img', { name: /^Bitcoin is at / }).waitFor()
  await page.getByRole('link', { name: 'Practice' }).tap()
  await page.getByRole('button', { name: 'Review long' }).tap()
  await confirm(page)
  await page.goto('/saved')
  await page.getByText('This device has no room left, or this window saves nothing.').waitFor()
  await page.getByText(/^Not kept: .*Everything works while you are online\.$/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('works where all storage is blocked, and says that practice trades end with the window', async () => {
  const { page, context, faults } = await story.phone({ serviceWorkers: 'block' })
  await context.addInitScript(withoutDatabase)
  await context.addInitScript(withoutStorage)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Start a demo' }).tap()
  await page.getByText('This window saves nothing: your practice trades are gone when you close it.').waitFor()
  await page.getByRole('button', { name: 'Review long' }).tap()
  await confirm(page)
  await page.waitForTimeout(readMs)
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('button', { name: 'Close position' }).waitFor()
  // From screen to screen it is the same window.
  await page.getByRole('button', { name: 'Back', exact: true }).tap()
  await page.getByRole('link', { name: 'Start a demo' }).tap()
  await page.getByRole('button', { name: 'Close position' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('that loses its connection after the first script says so, with a way out that works', async () => {
  const { page, context } = await story.phone({ serviceWorkers: 'block' })
  const html = readFileSync(join(testApp(), 'index.html'), 'utf8')
  // What the page itself names has come: nothing else does.
  await context.route('**/assets/**', async (route) => {
    if (html.includes(new URL(route.request().url()).pathname)) return route.continue()
    await context.setOffline(true)
    return route.abort('internetdisconnected')
  })
  await page.goto('/kline?symbol=BTCUSDT', { waitUntil: 'commit' })
  const out = page.getByRole('button', { name: 'Try again' })
  await out.waitFor()
  // One that is still being broken off would take the connection away again.
  await context.unrouteAll({ behavior: 'wait' })
  await context.setOffline(false)
  await out.tap()
  await page.getByRole('link', { name: 'Practice' }).waitFor()
  await context.close()
})
