import { afterAll, beforeAll, expect, it } from 'vitest'
import { path } from '#sitemap'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { testApp } from '../support/testApp.ts'
import { noLimits } from '../support/wire.ts'

// The server refuses reads for a while: nothing is lost, nothing has to be pressed, and the screen fills by itself.
let story: Session
let phone: Phone
beforeAll(async () => {
  const rates = { ...noLimits, readsPerUser: { burst: 2, perSecond: 1 } }
  story = await startSession({ http: { rates, dist: testApp() } })
  phone = await story.phone({ serviceWorkers: 'block' })
})
afterAll(() => story?.end())

it('waits, says so with a small note, and fills by itself', async () => {
  const { page } = phone
  await signInAsGuest(page)
  let refused = 0
  let answeredAfter = 0
  page.on('response', (response) => {
    if (response.status() === 429) refused++
    else if (refused > 0 && response.url().includes('/api/user/')) answeredAfter++
  })
  const main = page.getByRole('main')
  const note = page.getByText('Busy. Trying again…')
  await page.goto(path.assetCenter)
  await note.waitFor()
  await takeScreenshot(page, 'busy-server')
  expect(await findOverflow(page)).toEqual([])
  expect(await page.getByText('Please wait').count()).toBe(0)
  await expect.poll(() => main.locator('[class*="_skeleton"]').count()).toBe(0)
  await note.waitFor({ state: 'detached' })
  await main.getByText('USDT').first().waitFor()
  await takeScreenshot(page, 'busy-server-after')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(refused).toBeGreaterThan(0)
  expect(answeredAfter).toBeGreaterThan(0)
  expect(phone.faults.filter((fault) => !fault.includes('status of 429'))).toEqual([])
})
