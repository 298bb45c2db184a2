import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { findOverflow, signInAsGuest, type Session, startSession } from '../support/session.ts'

// A phone that is turned on its side on the chart: the chart takes the window beside one slim bar and a column of tools, and gives it back.
let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

const upright = { width: 375, height: 812 }
const windows = [
  { width: 812, height: 375 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
]
/** Of the window's height. */
const leastShare = 0.8
const leastTargetPx = 44

const picture = (page: Page) => page.locator('[role=img] canvas').first()
const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })
const tools = (page: Page) => page.getByRole('group', { name: 'Indicators' })

async function turn(page: Page, to: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(to)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, to)
  await waitUntilIdle(page)
}

/** The place of what can be pressed in the window and of the picture, and what lies on another. */
const laid = (page: Page) =>
  page.evaluate(() => {
    const box = (element: Element) => element.getBoundingClientRect()
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 1
    const layer = document.querySelector('[role=img]')?.parentElement?.parentElement
    const parts = [...(layer?.children ?? [])].filter(isSeen)
    const overlaps = parts.flatMap((part, at) =>
      parts.slice(at + 1).flatMap((other) => {
        const [a, b] = [box(part), box(other)]
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        return across > 1 && down > 1 ? [`${part.className} on ${other.className}`] : []
      }),
    )
    const plot = box(document.querySelector('[role=img]') as Element)
    // What a finger finds at the middle of each button is that button: nothing of the frame lies over it.
    const buttons = [...document.querySelectorAll('button, a[href], input')].filter(isSeen)
    const outside = buttons
      .filter((button) => !layer?.contains(button))
      .map((button) => button.textContent || button.getAttribute('aria-label'))
    return {
      parts: parts.length,
      overlaps,
      outside,
      share: plot.height / innerHeight,
      right: plot.right,
      corner: document.elementFromPoint(innerWidth / 2, innerHeight - 4)?.closest('[role=img]') !== null,
    }
  })

it.each(windows)('takes the window at $width × $height, signed out', async (size) => {
  const { page, faults, context } = await story.phone()
  await page.goto('/hangqing')
  await page.getByRole('list', { name: 'Markets' }).getByRole('link').filter({ hasText: 'BTC/USDT' }).first().tap()
  await page.waitForURL('**/kline?*')
  await picture(page).waitFor()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  // Where it comes to rest.
  const twice = () =>
    page.evaluate(async () => {
      const at = scrollY
      for (let frames = 0; frames < 10; frames++) await new Promise((drawn) => requestAnimationFrame(drawn))
      return scrollY - at
    })
  await expect.poll(twice).toBe(0)
  const before = await page.evaluate(() => scrollY)

  await turn(page, size)
  await expect.poll(() => laid(page)).toMatchObject({ overlaps: [], outside: [], corner: true })
  const lying = await laid(page)
  expect(lying.parts).toBeGreaterThanOrEqual(4)
  expect(lying.share).toBeGreaterThanOrEqual(leastShare)
  expect(lying.right).toBeLessThanOrEqual(size.width)
  expect(await findOverflow(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)

  // What one chooses there is reached, and stays chosen when the phone is upright again.
  await tools(page).getByRole('button', { name: 'RSI' }).tap()
  await page.getByRole('radio', { name: '1h' }).tap()
  await page.waitForURL('**period=1h*')
  for (const button of await tools(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(leastTargetPx)
  }
  await turn(page, upright)
  await page.getByRole('link', { name: 'Practice' }).waitFor()
  expect(await tools(page).getByRole('button', { name: 'RSI' }).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => page.evaluate(() => scrollY), { message: 'the page stands where it stood' }).toBe(before)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY), { message: 'and scrolls on' }).toBeGreaterThan(before)

  await turn(page, size)
  await back(page).tap()
  await page.waitForURL('**/hangqing*')
  // The tab bar is that of the list again, and nothing of the layer is left.
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden')
  expect(faults).toEqual([])
  await context.close()
})

it('does the same for somebody signed in, in the dark, beside the notch; the whole screen is entered and left from there', async () => {
  const { page, faults, context } = await story.phone({ colorScheme: 'dark' })
  await signInAsGuest(page)
  const notchPx = 47
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { left: notchPx, right: notchPx, bottom: 21 } } as never)
  await page.goto('/kline?symbol=BTCUSDT')
  await picture(page).waitFor()
  await turn(page, { width: 812, height: 375 })
  await expect.poll(() => laid(page)).toMatchObject({ overlaps: [], outside: [] })
  const lying = await laid(page)
  expect(lying.share).toBeGreaterThanOrEqual(leastShare)
  const [left, right] = [await back(page).boundingBox(), await tools(page).boundingBox()]
  expect(left?.x).toBeGreaterThanOrEqual(notchPx)
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(812 - notchPx)

  await page.getByRole('button', { name: 'Full screen' }).tap()
  await page.waitForURL('**full=true*')
  await page.getByRole('button', { name: 'Leave the full screen' }).tap()
  await page.waitForURL((url) => !url.searchParams.has('full'))
  await back(page).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('leaves a window alone that no finger touches', async () => {
  const { page, context } = await story.phone({ hasTouch: false, isMobile: false, viewport: { width: 900, height: 420 } })
  await page.goto('/kline?symbol=BTCUSDT')
  await picture(page).waitFor()
  await page.getByRole('link', { name: 'Practice' }).waitFor()
  await context.close()
})
