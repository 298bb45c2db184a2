import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countDrawnParts, drawnParts } from '../support/drawnParts.ts'
import { type Session, startSession } from '../support/session.ts'

// How the app begins on a slow phone: in many short pieces, and each of them once. Counted, not timed.
let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
}

/** What the page's thread does until its screen stands: the tasks, and how many scripts each of them ran from the top. */
async function scriptsByTask(page: Page, address: string): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The phone has no browser of its own.')
  await browser.startTracing(page, { categories: ['toplevel', 'v8', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await page.goto(address)
  await page.locator('main:not(#first main)').first().waitFor()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const runs = traceEvents.filter(({ name, ph }) => name === 'v8.evaluateModule' && ph === 'X')
  const tasks = traceEvents.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'))
  // Tasks within tasks: the outermost is the one that holds everything up.
  const taskOf = ({ pid, tid, ts }: TraceEvent): TraceEvent | undefined =>
    tasks
      .filter((task) => task.pid === pid && task.tid === tid && task.ts <= ts && ts <= task.ts + (task.dur ?? 0))
      .sort((a, b) => a.ts - b.ts)[0]
  return [...Map.groupBy(runs, taskOf).values()].map((within) => within.length)
}

it.each(['/home', '/hangqing', '/login', '/kline?symbol=BTCUSDT', '/articleDetail?id=guest-and-demo'])(
  'runs each script of a start at %s in a task of its own',
  async (address) => {
    const { context, page } = await story.phone({ serviceWorkers: 'block' })
    await page.goto(address)
    const files = await page.locator('script[data-entry]').evaluate((script: HTMLElement) => ({
      entry: script.dataset['entry'] ?? '',
      scripts: script.dataset['scripts']?.split(' ') ?? [],
    }))
    const before = files.scripts.indexOf(files.entry)
    expect(before).toBeGreaterThan(0)
    const tasks = await scriptsByTask(page, address)
    // What the entry needs, and the entry: a task for each of them, and no task with two.
    expect(tasks.length).toBeGreaterThan(before)
    expect(Math.max(...tasks)).toBe(1)
    await context.close()
  },
)

it('puts the sheets of the app on when the app takes the place of the page, not before', async () => {
  const { context, page } = await story.phone({ serviceWorkers: 'block' })
  const media = async (): Promise<string[]> => {
    const all = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ sheet }) => sheet?.media.mediaText ?? 'none'),
    )
    return [...new Set(all)]
  }
  await context.route('**/assets/**.js', (route) => route.abort())
  await page.goto('/home')
  await page.getByRole('alert').waitFor()
  await expect.poll(media).toEqual(['not all'])
  await context.unroute('**/assets/**.js')
  await page.reload()
  await page.locator('main:not(#first main)').waitFor()
  await expect.poll(media).toEqual(['all'])
  await context.close()
})

it('draws again only what an answer changes', async () => {
  const { context, page } = await story.phone({ serviceWorkers: 'block' })
  await countDrawnParts(context)
  // Without the stream, whose every price draws its own part again.
  await context.routeWebSocket('**/ws**', () => undefined)
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await context.route('**/api/public/getTicketList', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/home')
  await page.getByText('Sandbox · play money').waitFor()
  await page.getByRole('link', { name: 'All markets' }).waitFor()
  await expect.poll(async () => (await drawnParts(page)).first).toBeGreaterThan(150)
  const before = await whenStill(page)
  answer()
  // The rows with prices and lines, 121; it was 200.
  await expect.poll(async () => (await drawnParts(page)).again - before.again).toBeGreaterThan(20)
  const after = await whenStill(page)
  // Some 220 parts. Of them 78 are drawn again for the answers before; it was 196 when each answer drew the screen.
  expect(before.again).toBeLessThan(130)
  expect(after.again - before.again).toBeLessThan(160)
  await context.close()
})

/** What is drawn once nothing more is. */
async function whenStill(page: Page): Promise<{ first: number; again: number }> {
  let before = { first: -1, again: -1 }
  for (;;) {
    await page.waitForTimeout(1_500)
    // However slow the page is: it has nothing left to do.
    await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())))
    const now = await drawnParts(page)
    if (now.first === before.first && now.again === before.again) return now
    before = now
  }
}
