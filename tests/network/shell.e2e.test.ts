import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { content } from '#contract/calls/content.ts'
import { market } from '#contract/calls/market.ts'
import { supportedLanguages } from '#contract/languages.ts'
import { type Session, startSession } from '../support/session.ts'

// The page as the server sends it, before any script, and how the app takes its place.
let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

const scripts = '**/assets/**.js'
const addresses = ['/home', '/hangqing', '/login', '/register', '/kline?symbol=ETHUSDT', '/articleDetail?id=guest-and-demo']

/** What stands on the screen: every text and every drawn thing with its box. Of what is as large as the screen nothing is said. */
const boxes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
      if (element.closest('#lost, .visuallyHidden, svg *')) continue
      // Dates stand in the person's own time, which the server does not know: their place is kept.
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      const text = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '')).join('')
      if (width === 0 || height === 0 || (text === '' && !element.matches('svg, input, button, a, li, [class*=line]'))) continue
      // The market moves between two pages; digits are all as wide.
      const shown = element.closest('main header') ? text.replaceAll(/\d/g, '0') : text
      found.push([element.localName, shown, ...[x, y, width, height].map((length) => Math.round(length * 10) / 10)].join(' '))
    }
    return found
  })

/** No letters but those of the device, which are there in both, and no answers. */
async function without(context: BrowserContext, ...patterns: string[]): Promise<void> {
  await context.route('**/fonts/**', (route) => route.abort())
  for (const pattern of patterns) await context.route(pattern, pattern === scripts ? (route) => route.abort() : () => undefined)
}

describe.each([
  { width: 375, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
] as const)('$width wide and $colorScheme', ({ width, colorScheme }) => {
  it.each(supportedLanguages)('stands in $locale where the app then stands', async ({ locale }) => {
    const wishes = { locale, colorScheme, viewport: { width, height: 812 }, serviceWorkers: 'block' } as const
    const sent = await story.phone(wishes)
    await without(sent.context, scripts)
    const taken = await story.phone(wishes)
    await without(taken.context, '**/api/**')
    for (const address of addresses) {
      await sent.page.goto(address)
      await sent.page.locator('#first h1').first().waitFor({ state: 'attached' })
      await taken.page.goto(address)
      await taken.page.locator('main:not(#first main)').waitFor()
      const [before, after] = [await boxes(sent.page), await boxes(taken.page)]
      expect(before.length, address).toBeGreaterThan(8)
      expect(
        before.filter((box) => !after.includes(box)),
        address,
      ).toEqual([])
      expect(await sent.page.title()).toBe(await taken.page.title())
      expect(await sent.page.evaluate(() => document.documentElement.lang)).toBe(locale)
    }
    expect(taken.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
    await sent.context.close()
    await taken.context.close()
  })
})

it('brings what the screen begins with: it is read before any script, and not asked for once more', async () => {
  const { context, page } = await story.phone({ serviceWorkers: 'block' })
  await without(context, scripts)
  await page.goto('/kline?symbol=ETHUSDT')
  await page.locator('#first h1').getByText('ETH/USDT').waitFor()
  expect(await page.locator('#first main header').innerText()).toMatch(/^\d,\d{3}\.\d\d\n/)
  await page.goto('/articleDetail?id=guest-and-demo')
  await page.locator('#first').getByText('One tap creates a guest.').waitFor()
  expect(await page.title()).toBe('Guest and demo · Fairlead')
  await context.close()

  const whole = await story.phone({ serviceWorkers: 'block' })
  const reads: string[] = []
  whole.page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await whole.page.goto('/articleDetail?id=guest-and-demo')
  await whole.page.locator('main:not(#first main)').getByText('One tap creates a guest.').waitFor()
  await whole.page.getByText('2 min read').waitFor()
  await whole.page.goto('/kline?symbol=ETHUSDT')
  await whole.page.locator('main:not(#first main)').waitFor()
  await whole.page.locator('canvas').first().waitFor()
  expect(reads.filter((path) => path === content.article.path || path === market.symbols.path)).toEqual([])
  // An article that is not there, and a person who was here before: as ever.
  await whole.page.goto('/articleDetail?id=no-such-article')
  await whole.page.getByText('This article is not here.').waitFor()
  await whole.context.close()
})

it('speaks the language that was chosen, before any script, whatever the browser asks for', async () => {
  const { context, page } = await story.phone({ serviceWorkers: 'block' })
  await page.goto('/home')
  await page.evaluate(() => localStorage.setItem('lang', 'jp'))
  await page.reload()
  await page.getByRole('link', { name: 'ログイン' }).first().waitFor()
  // The server is told once the screen stands.
  await page.waitForFunction(() => document.cookie.includes('lang=jp'))
  await without(context, scripts)
  await page.goto('/login')
  await page.locator('#first').getByText('ログイン').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja')
  await context.close()
})

it.each([
  { name: 'the system wishes it', colorScheme: 'dark', theme: 'auto' },
  { name: 'it was chosen here', colorScheme: 'light', theme: 'dark' },
] as const)('is dark from the first frame on where $name', async ({ colorScheme, theme }) => {
  const { context, page } = await story.phone({ colorScheme, serviceWorkers: 'block' })
  await context.addInitScript((chosen) => {
    localStorage.setItem('preferences', JSON.stringify({ theme: chosen }))
    const colours = new Set<string>()
    Object.assign(window, { colours })
    const look = (): void => {
      for (const element of [document.documentElement, document.body]) {
        const colour = element && getComputedStyle(element).backgroundColor
        if (colour && colour !== 'rgba(0, 0, 0, 0)') colours.add(colour)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, theme)
  // The sheets are there for a while before the scripts are.
  await context.route(scripts, async (route) => {
    await new Promise((later) => setTimeout(later, 300))
    await route.continue().catch(() => undefined)
  })
  for (const address of ['/home', '/kline?symbol=BTCUSDT']) {
    await page.goto(address)
    await page.locator('main:not(#first main)').first().waitFor()
    const seen = () => page.evaluate(() => [...(window as unknown as { colours: Set<string> }).colours])
    await expect.poll(seen, { message: address }).not.toEqual([])
    const colours = await seen()
    for (const colour of colours)
      expect(Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number)), `${address} ${colour}`).toBeLessThan(64)
  }
  await context.close()
})

it.each(['/home', '/kline?symbol=BTCUSDT'])('says in the language of the page that the app did not arrive at %s', async (address) => {
  const { context, page } = await story.phone({ locale: 'th-TH', serviceWorkers: 'block' })
  await context.route(scripts, (route) => route.abort('internetdisconnected'))
  await page.goto(address)
  await page.getByText('โหลดแอปไม่สำเร็จ โปรดตรวจการเชื่อมต่อ').waitFor()
  await context.unroute(scripts)
  await page.getByRole('button', { name: 'ลองอีกครั้ง' }).tap()
  await page.locator('main:not(#first main)').first().waitFor()
  await page.getByText('โหลดแอปไม่สำเร็จ โปรดตรวจการเชื่อมต่อ').waitFor({ state: 'hidden' })
  await context.close()
})

it('says nothing of a loss where nothing is lost, and does not move what it shows', async () => {
  const { context, page, faults } = await story.phone()
  await context.addInitScript(() => {
    const moves: number[] = []
    Object.assign(window, { moves })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moves.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const address of addresses) {
    await page.goto(address)
    await page.locator('main:not(#first main)').waitFor()
    await page.getByText('Sandbox · play money').waitFor()
    expect(await page.locator('#lost').count()).toBe(0)
    const moves = await page.evaluate(() => (window as unknown as { moves: number[] }).moves)
    expect(moves, address).toEqual([])
  }
  expect(faults).toEqual([])
  await context.close()
})
