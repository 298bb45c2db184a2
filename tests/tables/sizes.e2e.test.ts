import { afterAll, beforeAll, expect, it } from 'vitest'
import { sitemap, type SitemapScreen } from '#sitemap'
import { type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'

// Figures that were asked for by their number and can be seen in a browser alone.
let story: Session
let phone: Phone

beforeAll(async () => {
  story = await startSession()
  phone = await story.phone({ permissions: ['clipboard-read', 'clipboard-write'] })
})
afterAll(() => story?.end())

it('letters grow with the window: 16 px in one of 375, in proportion up to 430', async () => {
  const { page } = phone
  await page.goto('/login')
  const sizes: number[] = []
  for (const width of [320, 375, 400, 430, 800]) {
    await page.setViewportSize({ width, height: 812 })
    sizes.push(Number.parseFloat(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)))
  }
  expect(sizes.map((size) => Math.round(size * 100) / 100)).toEqual([16, 16, 17.07, 18.35, 18.35])
  await page.setViewportSize({ width: 375, height: 812 })
})

it('screens with a background of their own draw it, others do not', async () => {
  const { page } = phone
  const drawn = async (place: string) => {
    await page.goto(place)
    // The frame that stands before any script has run has a main part too, but no status line.
    const frame = page.getByRole('region', { name: 'Status' }).locator('..')
    await frame.waitFor()
    const lines = frame.locator('> svg')
    if ((await lines.count()) === 0) return false
    // They come from a file of their own.
    await expect.poll(() => lines.evaluate((element: SVGSVGElement) => element.getBBox().width)).toBeGreaterThan(400)
    return true
  }
  const rows = Object.values<SitemapScreen>(sitemap).filter(({ access, path }) => access === 'open' && path !== sitemap.signInReturn.path)
  const own = rows.filter(({ background }) => background !== undefined)
  expect(own.length).toBeGreaterThan(2)
  for (const { path } of own) expect([path, await drawn(path)]).toEqual([path, true])
  expect(await drawn(sitemap.markets.path)).toBe(false)
})

it('the language is kept under lang, English unless the browser speaks another of ours', async () => {
  const { page } = phone
  await page.goto('/settings')
  expect(await page.evaluate(() => [localStorage.getItem('lang') ?? 'en-us', document.documentElement.lang])).toEqual(['en-us', 'en'])
  await page.getByRole('radio', { name: '日本語' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ja')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lang'))).toBe('jp')
  await page.reload()
  await page.getByRole('radio', { name: '日本語', checked: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja')
  await page.evaluate(() => localStorage.setItem('lang', 'en-us'))
})

it('of two languages chosen in a hurry the last one holds, whichever comes first', async () => {
  const { page, context } = await story.phone({ serviceWorkers: 'block' })
  await page.goto('/settings')
  await page.getByRole('radio', { name: '한국어' }).waitFor()
  let isSlow = true
  const held: string[] = []
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    if (isSlow) {
      held.push(route.request().url())
      await release.promise
    }
    await route.continue()
  })
  await page.getByRole('radio', { name: '한국어' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  isSlow = false
  await page.getByRole('radio', { name: 'ไทย' }).click()
  const language = () => page.evaluate(() => [localStorage.getItem('lang'), document.documentElement.lang])
  await expect.poll(language).toEqual(['tai', 'th'])
  const came = page.waitForEvent('requestfinished', (request) => request.url() === held[0])
  release.resolve()
  await came
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await language()).toEqual(['tai', 'th'])
  await context.close()
})

it('copying says so for two seconds', async () => {
  const { page } = phone
  await signInAsGuest(page)
  await page.goto('/gerenziliao')
  // From here on time stands: only what is run of it passes, however slow the machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Copy: Account number' }).click()
  const toast = page.getByText('Success', { exact: true }).last()
  await toast.waitFor()
  await page.clock.runFor(1_800)
  expect(await toast.isVisible()).toBe(true)
  await page.clock.runFor(300)
  await toast.waitFor({ state: 'detached' })
})
