import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { testApp } from '../support/testApp.ts'

// A release took away a part of the app that an open page still asks for.
let story: Session
let phone: Phone

beforeAll(async () => {
  story = await startSession()
  phone = await story.phone({ serviceWorkers: 'block' })
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

it('reloads once for a part that is gone, and what was typed is still there', async () => {
  const { page } = phone
  const manifest = JSON.parse(readFileSync(join(testApp(), '.vite/manifest.json'), 'utf8')) as Manifest
  const part = manifest['src/widgets/help/ScreenHelpSheet.tsx']?.file
  let gone = 0
  await page.route(`**/${part}`, (route) => {
    gone += 1
    return route.fulfill({ status: 404 })
  })
  await page.goto('/add-sign-in')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ada@example.com')
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('button', { name: 'Help with this screen' }).click()
  await page.waitForFunction((before) => performance.timeOrigin !== before, loaded)
  await expect.poll(() => email.inputValue()).toBe('ada@example.com')

  // It stays away: the page does not load again and again, and nothing of it is lost.
  const [again, before] = [await page.evaluate(() => performance.timeOrigin), gone]
  await page.getByRole('button', { name: 'Help with this screen' }).click()
  await expect.poll(() => gone).toBeGreaterThan(before)
  await page.getByText('This screen did not arrive').waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(again)
})

it('keeps what was typed before the page was idle for the first time', async () => {
  const { page, context } = await story.phone({ serviceWorkers: 'block' })
  await signInAsGuest(page)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('reloaded-for-chunk')) return
    const idle = window.requestIdleCallback.bind(window)
    const typed = new Promise((resolve) => addEventListener('typed', resolve, { once: true }))
    window.requestIdleCallback = (work, options) => {
      void typed.then(() => idle(work, options))
      return 0
    }
  })
  await page.goto('/add-sign-in')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ada@example.com')
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await page.evaluate(() => dispatchEvent(new Event('typed')))
  await expect
    .poll(() =>
      page
        .evaluate((before) => {
          if (performance.timeOrigin === before) dispatchEvent(new Event('vite:preloadError'))
          return performance.timeOrigin
        }, loaded)
        .catch(() => loaded),
    )
    .not.toBe(loaded)
  await expect.poll(() => email.inputValue()).toBe('ada@example.com')
  await context.close()
})

it('keeps no password over it', async () => {
  const { page } = phone
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/change-password')
  await page.locator('input[type=password]').first().fill('harbour lights at seven')
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('harbour lights')
})
