// Takes the pictures of the app that the install sheet and the README show, from the built app on a server of its own:
// `node tests/screenshots.ts`, after a change that one would see.
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { signInAsGuest, startSession } from './support/session.ts'

const folder = resolve(import.meta.dirname, '../public/screenshots')
const settleMs = 2_500

const take = async (page: Page, name: string): Promise<void> => {
  // Prices and charts come after the words.
  await page.waitForTimeout(settleMs)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

const story = await startSession()
try {
  const { page } = await story.phone({ viewport: { width: 412, height: 915 } })
  await page.goto('/home')
  await signInAsGuest(page)
  for (const [name, address] of [
    ['home', '/home'],
    ['markets', '/hangqing'],
    ['chart', '/kline?symbol=BTCUSDT&period=15m'],
    ['contracts', '/heyue?symbol=BTCUSDT'],
  ] as const) {
    await page.goto(address)
    await take(page, name)
  }
  const { page: wide } = await story.phone({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  await wide.goto('/hangqing')
  await take(wide, 'wide')
} finally {
  await story.end()
}
