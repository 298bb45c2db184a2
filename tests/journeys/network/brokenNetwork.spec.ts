import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { path, sitemap } from '#sitemap'
import { overflow, type Phone, signInAsGuest, type Story, startStory } from '../../support/story.ts'

// Every screen says something true when its calls fail, answer nonsense or take long: no white page, no endless spinner.
let story: Story
let phone: Phone
beforeAll(async () => {
  story = await startStory()
  phone = await story.phone({ serviceWorkers: 'block' })
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

const places = Object.values(sitemap).map((row) => {
  if (row.path === path.article || row.path === path.sharedArticle) return `${row.path}?id=how-prices-are-made`
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

describe.each(breakages)('when %s', (_name, breakIt) => {
  it.each(places)('%s says so', async (place) => {
    const { page } = phone
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
    await page.getByRole('main').waitFor()
    // A read is tried three times; then something must be said.
    await expect.poll(async () => (await page.getByRole('main').innerText()).trim().length, { timeout: 12_000 }).toBeGreaterThan(10)
    expect(await overflow(page)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    page.off('pageerror', onError)
    expect(thrown).toEqual([])
    // A failure that asks again by itself, at once and for ever, would keep a server down.
    expect([...asked].filter(([, times]) => times > mostTimes)).toEqual([])
  })
})

it('a guarded screen says that it is loading while the person is still asked for', async () => {
  const { page } = phone
  await page.route('**/getMyUserInfo**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    await route.continue()
  })
  await page.evaluate(() => indexedDB.deleteDatabase('kept-by-page'))
  await page.goto('/my', { waitUntil: 'commit' })
  await page.getByText('Loading…').waitFor({ timeout: 4_500 })
  await page.getByText('Asset center').waitFor()
  await page.unroute('**/getMyUserInfo**')
})
