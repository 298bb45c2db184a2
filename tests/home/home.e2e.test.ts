import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clearOperatorSetting, setOperatorSetting } from '#server/operator/settings.ts'
import { addStaff, requireStaffByKey } from '#server/operator/staff.ts'
import { scrollUntilVisible } from '../support/browser/scrollUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone()
})
afterAll(() => story?.end())

const ways = (of: Phone) => of.page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('listitem')
/** As the account has it; nothing where it is the usual one. */
const keptOrder = async (): Promise<string | undefined> =>
  (await story.app.db.query<{ kept?: string }>(`select settings ->> 'shortcuts' as kept from account`))[0]?.kept
const usual = ['Earn', 'Pledge', 'Mining', 'Debt', 'Borrow', 'Options', 'Deposit', 'More']

it('leads from home to everything, each way to a screen of its own', async () => {
  const { page } = phone
  await page.goto('/home')
  await expect.poll(() => ways(phone).allInnerTexts()).toEqual(usual)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('dialog').getByRole('link')
  await more.first().waitFor()
  // Those on home, and those in the sheet that it opened.
  const all = await ways(phone).getByRole('link').all()
  expect(all.length).toBeGreaterThan(20)
  const places = await Promise.all(all.map((way) => way.getAttribute('href')))
  expect(new Set(places).size).toBe(places.length)
  for (const place of [
    '/taolilicai',
    '/kuangchi',
    '/zhaiquan',
    '/jiedai',
    '/heyue?mode=option',
    '/chongzhi',
    '/heyue?mode=fast',
    '/bisai',
    '/support',
    '/ieo',
  ])
    expect(places).toContain(place)
})

it('lets the ways be arranged by keys or by hand, and has the order on the next device too', async () => {
  const { page } = phone
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await signInAsGuest(page)
  await page.goto('/home')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Arrange shortcuts' }).click()
  await page.getByRole('button', { name: 'Move Contest' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('Contest: place 1 of').waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Contest')
  // A row on its way to its new place is not where it seems to be.
  await waitUntilIdle(page)
  const grip = async (name: string) => (await page.getByRole('button', { name: `Move ${name}` }).boundingBox()) ?? { x: 0, y: 0 }
  const [from, to] = [await grip('Mining'), await grip('Contest')]
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const own = ['Mining', 'Contest', 'Earn', 'Pledge', 'Debt', 'Borrow', 'Options', 'More']
  await expect.poll(() => ways(phone).allInnerTexts()).toEqual(own)
  expect(await findOverflow(page)).toEqual([])

  // Another device of the same person, once the server knows.
  await expect.poll(async () => (await keptOrder())?.split(',').length).toBeGreaterThan(1)
  const second = await story.phone()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await second.page.addInitScript((value) => localStorage.setItem('token', value ?? ''), token)
  await second.page.goto('/home')
  await expect.poll(() => ways(second).allInnerTexts()).toEqual(own)
  await second.page.getByRole('button', { name: 'More', exact: true }).click()
  await second.page.getByRole('button', { name: 'Arrange shortcuts' }).click()
  await second.page.getByRole('button', { name: 'Usual order' }).click()
  await second.page.getByRole('button', { name: 'Done', exact: true }).click()
  await second.page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => ways(second).allInnerTexts()).toEqual(usual)
  await expect.poll(async () => (await keptOrder()) ?? '').toBe('')
  await page.reload()
  await expect.poll(() => ways(phone).allInnerTexts()).toEqual(usual)
  expect([...phone.faults, ...second.faults]).toEqual([])
})

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'

it('offers the home screen once the app was of use, shows how, and then is silent', async () => {
  const { page, faults } = await story.phone({ userAgent: iPhone })
  const offer = page.getByText('Keep Fairlead on your home screen')
  await page.goto('/hangqing')
  await page
    .getByRole('button', { name: /^Add .* to favourites$/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.waitForURL('**/home')
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  // What would offer it has come by then, and the visit counts as the first.
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('starts'))).toBe('1')
  expect(await offer.count(), 'nothing is asked of whoever is here for the first time').toBe(0)
  await page.reload()
  await offer.waitFor()
  await page.getByRole('button', { name: 'Show how' }).click()
  await page.getByText('Tap Share in the browser’s bar.').waitFor()
  await page.getByRole('button', { name: 'Got it' }).click()
  await offer.first().waitFor({ state: 'detached' })
  await page.reload()
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  // What would offer it has come by then.
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('starts'))).toBe('3')
  expect(await offer.count()).toBe(0)
  // Whoever looks for it finds it.
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Keep Fairlead on your home screen' }).waitFor()
  expect(faults).toEqual([])
})

it('opens the very notice that was tapped', async () => {
  const { page, faults } = await story.phone()
  await page.goto('/home')
  const notice = page.getByRole('link', { name: 'Notice:' }).nth(1)
  const title = (await notice.innerText()).replace(/^Notice:\s*/, '').split('\n')[0] ?? ''
  await notice.click()
  await page.waitForURL('**/announcements?id=*')
  const open = page.locator('details[open]')
  await open.waitFor()
  expect(await open.count()).toBe(1)
  expect(await open.innerText()).toContain(title)
  await expect
    .poll(() =>
      open.locator('summary').evaluate((fold) => {
        const { top, bottom } = fold.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)
  expect(faults).toEqual([])
})

it('calls the markets by the language of the person from the first start on, and by another as soon as it is chosen', async () => {
  const gold = (of: Phone, name: string) => of.page.getByRole('main').getByRole('link', { name: 'XAU/USD' }).filter({ hasText: name })
  const spanish = await story.phone({ locale: 'es-ES' })
  await spanish.page.goto('/home')
  await gold(spanish, 'Oro').first().waitFor()
  await spanish.page.goto('/hangqing?keyword=gold')
  await gold(spanish, 'Oro').waitFor()

  const { page } = phone
  await page.goto('/hangqing?keyword=xau')
  await gold(phone, 'Gold').waitFor()
  await page.getByRole('link', { name: 'Personal', exact: true }).click()
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('radio', { name: '日本語' }).click()
  await page.getByRole('heading', { name: '設定', level: 1 }).waitFor()
  await page.goBack()
  await page.goBack()
  await gold(phone, '金').waitFor()
  expect([...phone.faults, ...spanish.faults]).toEqual([])
})

it('has a chart and the notices beside the column of a wide window', async () => {
  const { page, faults } = await story.phone({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  await page.goto('/home')
  const panel = page.getByRole('complementary', { name: 'Chart and notices' })
  await panel.locator('canvas').first().waitFor()
  await panel.getByRole('link', { name: 'Welcome to the sandbox' }).waitFor()
  expect((await page.locator('main').boundingBox())?.width).toBeLessThanOrEqual(430)
  await page.goto('/kline?symbol=XAUUSD')
  await panel.getByRole('heading', { name: 'XAU/USD' }).waitFor()
  expect(await findOverflow(page)).toEqual([])
  await page.setViewportSize({ width: 900, height: 800 })
  await panel.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

it('shows what staff announce to everybody, above whatever else stands there and covering none of it, until it is closed', async () => {
  const { db, clock } = story.app
  const { key } = await addStaff(db, { name: 'mia', roles: ['productManager'], by: 'machine:test', now: clock.now() })
  const [desk, mia] = [{ app: story.app, kinds: [] }, await requireStaffByKey(db, key)]
  await setOperatorSetting(desk, mia, { name: 'statusNote', value: 'Deposits over Ethereum take longer today: the network is busy.' })
  const { page, faults } = await story.phone({ userAgent: iPhone, viewport: { width: 320, height: 640 } })
  await page.goto('/hangqing')
  await page
    .getByRole('button', { name: /^Add .* to favourites$/ })
    .first()
    .click()
  // The first visit counts as one from here on; a page that is left before was hardly seen.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('starts'))).toBe('1')
  await page.goto('/home')
  const note = page.getByRole('status').filter({ hasText: 'Deposits over Ethereum take longer today' })
  const offer = page.getByRole('status').filter({ hasText: 'Keep Fairlead on your home screen' })
  await note.waitFor()
  await offer.waitFor()
  // Both have come to their place.
  await waitUntilIdle(page)
  const box = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0 }
  const [upper, lower, tabs] = [await box(note), await box(offer), await box(page.getByRole('navigation', { name: 'Main' }))]
  expect(upper.y + upper.height).toBeLessThanOrEqual(lower.y)
  expect(lower.y + lower.height).toBeLessThanOrEqual(tabs.y)
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'house-note')

  await note.getByRole('button', { name: 'Got it' }).click()
  await note.waitFor({ state: 'detached' })
  await offer.waitFor()
  await clearOperatorSetting(desk, mia, { name: 'statusNote' })
  expect(faults).toEqual([])
})
