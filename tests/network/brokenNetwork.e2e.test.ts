import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { path, sitemap } from '#sitemap'
import { findOverflow, type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'

// Every screen says something true when its calls fail, answer nonsense or take long: no white page, no endless spinner.
let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone({ serviceWorkers: 'block' })
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

const places = Object.values(sitemap).map((row) => {
  if (row.path === path.article) return `${row.path}?id=how-prices-are-made`
  // One that is not kept here either.
  if (row.path === path.sharedArticle) return `${row.path}?id=never-read`
  return row.path === path.externalPage ? `${row.path}?url=${encodeURIComponent('https://example.org/')}` : row.path
})

// The guard's own question is answered, so that the screens behind it are reached.
const isGuardsCall = (url: string): boolean => url.includes('getMyUserInfo')

/** Three tries for every part of a screen that asks for the same. */
const mostTimes = 12

const breakages: [string, (route: Route) => Promise<void>][] = [
  ['the network drops', (route) => route.abort('connectionreset')],
  ['the answer is not JSON', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Captive portal</h1>' })],
  [
    'the server is down',
    (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"success":false,"code":503,"message":"We are not ready yet.","result":null}',
      }),
  ],
]

// Each waits for tries more than it works: several at a time, each in a tab of its own.
const free: Page[] = []
async function inTab(work: (page: Page) => Promise<void>): Promise<void> {
  const page = free.pop() ?? (await phone.context.newPage())
  await work(page)
  free.push(page)
}

describe.each(breakages)('when %s', (_name, breakIt) => {
  it.concurrent.for(places)('%s says so', (place, { expect }) =>
    inTab(async (page) => {
      const thrown: string[] = []
      const onError = (error: Error): void => void thrown.push(error.message)
      page.on('pageerror', onError)
      const asked = new Map<string, number>()
      await page.route('**/api/**', (route) => {
        const url = route.request().url()
        asked.set(url, (asked.get(url) ?? 0) + 1)
        return isGuardsCall(url) ? route.continue() : breakIt(route)
      })
      await page.goto(place)
      // The frame that came as a page says nothing of calls: what is looked at is the app.
      await page.locator('#first').waitFor({ state: 'detached' })
      // Whoever listens is told where they are, whatever is missing.
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const main = page.getByRole('main')
      // A read is tried three times; then something must be said, and nothing goes on promising what does not come.
      await expect.poll(() => main.locator('[class*="_skeleton"]').count()).toBe(0)
      expect((await main.innerText()).trim().length).toBeGreaterThan(10)
      expect(await findOverflow(page)).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
      page.off('pageerror', onError)
      expect(thrown).toEqual([])
      // A failure that asks again by itself, at once and for ever, would keep a server down.
      expect([...asked].filter(([, times]) => times > mostTimes)).toEqual([])
    }),
  )
})

it('a guarded screen says that it is loading while the person is still asked for', async ({ expect }) => {
  const { page } = phone
  // A database is deleted once no other tab has it open.
  await Promise.all(free.splice(0).map((tab) => tab.close()))
  // The person comes with the frame's call, or by their own.
  const person = /\/api\/app\/frame|getMyUserInfo/
  const isSaid = Promise.withResolvers<void>()
  await page.route(person, async (route) => {
    await isSaid.promise
    await route.continue()
  })
  await page.evaluate(() => indexedDB.deleteDatabase('kept-by-page'))
  await page.goto('/my', { waitUntil: 'commit' })
  await page.getByText('Loading…').waitFor()
  expect(await page.getByText('Asset center').count()).toBe(0)
  isSaid.resolve()
  await page.getByText('Asset center').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})
