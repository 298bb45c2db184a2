import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionTokenStorageKey } from '#contract/constants.ts'
import { type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'

// One device, two tabs: what is chosen, who signs in and who leaves in one of them holds in the other.
let story: Session
let phone: Phone
let other: Page
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone()
  await signInAsGuest(phone.page)
  other = await phone.context.newPage()
})
afterAll(() => story?.end())

const tokenOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), sessionTokenStorageKey)
const favourite = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`favourite.*${name}|${name}.*favourite`, 'i') })

it('shows in one tab what is chosen in the other, and neither takes the choices of the other back', async () => {
  const { page } = phone
  await page.goto('/my')
  await other.goto('/hangqing')
  const star = favourite(other, 'BTC').first()
  await star.waitFor()
  const kept = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('preferences') ?? '{}') as { favourites?: string[] }).favourites ?? [])
  const before = await kept()
  await star.click()
  await expect.poll(kept).not.toEqual(before)
  const chosen = await kept()
  await page.getByRole('button', { name: 'Hide balances' }).first().click()
  expect(await kept()).toEqual(chosen)
  await other.goto('/settings')
  await expect.poll(() => other.getByRole('switch', { name: 'Hide balances' }).isChecked()).toBe(true)
})

it('signs out here what is signed out there', async () => {
  const { page } = phone
  await page.goto('/my')
  await other.goto('/my')
  await other.getByRole('main').getByRole('button', { name: 'Log out' }).first().click()
  await other.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await other.waitForURL((url) => url.pathname !== '/my')
  await page.waitForURL('**/login?redirect=*')
})

it('does not end the session of somebody who signed in in the other tab, when its own is at an end', async () => {
  const [{ page }, somebody] = await Promise.all([story.phone({ serviceWorkers: 'block' }), story.phone()])
  await signInAsGuest(page)
  await signInAsGuest(somebody.page)
  const theirs = (await tokenOf(somebody.page)) ?? ''
  await page.goto('/my')
  await page.getByText('Asset center').waitFor()
  // No tab is told of what it writes itself: as if the word of the other tab had not come yet.
  await page.evaluate(([key, token]) => localStorage.setItem(key, token), [sessionTokenStorageKey, theirs] as const)
  const ended = (body: string) => ({ status: 401, contentType: 'application/json', body })
  let answers = 0
  await page.route('**/api/**', (route) =>
    answers++ === 0
      ? route.fulfill(ended('{"success":false,"code":401,"message":"Please sign in again","result":null}'))
      : route.continue(),
  )
  const anew = page.waitForEvent('load')
  // What stands there has not been read yet.
  await page.getByText('Asset center').click()
  // The tab takes up that session by loading anew, and no other navigation may meet that one.
  await anew
  await expect.poll(() => answers).toBeGreaterThan(1)
  await page.unroute('**/api/**')
  await page.goto('/my')
  await page.getByText('Asset center').waitFor()
  expect(await tokenOf(page)).toBe(theirs)
})
