import { chromium, type Page } from 'playwright-core'
import { browserOptions } from '../support/browser.ts'
import { startTestServer } from '../support/startServer.ts'
import { signInAsGuest } from '../support/session.ts'
import { noLimits } from '../support/wire.ts'
import { builtApp } from './support/builtApp.ts'
import { sized } from './support/size.ts'
import type { Row } from './support/table.ts'

const taps = sized(60, 3)

/** From the tap on Confirm to the receipt on the screen: sealing, the way to the server on this machine, the booking, and the drawing. */
export async function tap(): Promise<Row[]> {
  const { dist } = await builtApp()
  const server = await startTestServer({ http: { dist, rates: noLimits } })
  const browser = await chromium.launch(browserOptions())
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 375, height: 812 },
      isMobile: true,
      hasTouch: true,
    })
    const page = await context.newPage()
    await signInAsGuest(page)
    await page.goto('/heyue?symbol=BTCUSDT')
    const took: number[] = []
    for (let n = 0; n < taps; n++) took.push(await openOne(page, (10 + n / 100).toFixed(2)))
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.ceil(share * taps) - 1] ?? Number.NaN
    return [
      { name: `Tap to confirmed, ${taps} contracts in the browser: median`, figure: at(0.5), unit: 'ms' },
      { name: 'Tap to confirmed: p99', figure: at(0.99), unit: 'ms', beside: { what: 'median', figure: at(0.5) } },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Milliseconds on the page's own clock, so that the bench's way to the browser does not count. Each order differs: the same one twice within 3 s is asked about. */
async function openOne(page: Page, margin: string): Promise<number> {
  await page.getByRole('textbox', { name: 'Margin' }).fill(margin)
  await page.getByRole('button', { name: 'Review long' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' })
  await confirm.waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('dialog[open] button')].some(
      (worker) => worker.textContent === 'Confirm' && !worker.hasAttribute('disabled'),
    ),
  )
  const took = await page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('dialog[open] button')].find(
      (worker) => worker.textContent === 'Confirm',
    )
    const shown = () => document.querySelector('dialog[open]')?.textContent?.includes('Position opened')
    const startedAt = performance.now()
    button?.click()
    while (!shown() && performance.now() - startedAt < 20_000) await new Promise((drawn) => requestAnimationFrame(drawn))
    return performance.now() - startedAt
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  return took
}
