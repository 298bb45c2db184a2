import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { browserOptions } from '../support/browser.ts'
import { type BrowserDialog, browserDialog, dialogFlags } from '../support/browser/browserDialog.ts'
import { refuseViolations, watchPolicy } from '../support/browser/contentPolicy.ts'
import { startTestServer, type TestServer } from '../support/startServer.ts'
import { shiftPages, testApp } from '../support/testApp.ts'
import { noLimits } from '../support/wire.ts'
import { patienceMs } from '../support/patience.ts'

// Nothing here is played: the browser itself judges that the app can be installed, shows its own dialog and installs. What a desktop browser
// stands in for is the look of Android's dialog, and a window of its own for the icon on the home screen.

let server: TestServer
const violations: string[] = []
beforeAll(async () => {
  server = await startTestServer({ http: { rates: noLimits, dist: testApp() } })
})
afterAll(async () => {
  await server?.stop()
  refuseViolations(violations)
})

const monthMs = 31 * 24 * 3_600_000

interface InstallPhone {
  page: Page
  /** The browser's own question, which lies over the page. */
  dialog: BrowserDialog
  /** What the browser told this page, or another, about installing, in order. */
  told(other?: Page): Promise<string[]>
  /** What the page threw and nobody caught. */
  faults: string[]
}

/** A phone whose browser has a profile of its own: in a private window nothing can be installed. */
async function takePhone(): Promise<InstallPhone> {
  const profile = mkdtempSync(join(tmpdir(), 'fairlead-install-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...browserOptions(dialogFlags),
    baseURL: server.origin,
    viewport: { width: 375, height: 812 },
    locale: 'en-US',
  })
  context.setDefaultTimeout(patienceMs)
  await shiftPages(context)
  await watchPolicy(context, violations)
  await context.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    addEventListener('beforeinstallprompt', (event) => {
      told.push('can be installed')
      void (event as unknown as { userChoice: Promise<{ outcome: string }> }).userChoice.then(({ outcome }) => told.push(outcome))
    })
    addEventListener('appinstalled', () => told.push('installed'))
  })
  const dialog = await browserDialog(profile, 'WebAppDetailedInstallDialog')
  onTestFinished(async () => {
    dialog.leave()
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  return { page, dialog, faults, told: (other = page) => other.evaluate(() => (window as unknown as { told: string[] }).told) }
}

const offer = (page: Page) => page.getByText('Keep Fairlead on your home screen')
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Marks a market, which shows that the app is of use to this person. */
const markMarket = async (page: Page): Promise<void> => {
  await page.goto('/hangqing')
  await page
    .getByRole('button', { name: /^Add .* to favourites$/ })
    .first()
    .click()
}

it('asks on the second visit whom the app was of use to, takes a no, is silent for thirty days and leaves the way open in settings', async () => {
  const { page, dialog, told, faults } = await takePhone()
  await markMarket(page)
  await expect.poll(() => told()).toEqual(['can be installed'])
  await tab(page, 'Home').click()
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  // A visit counts once the app is at work behind it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('starts'))).toBe('1')
  expect(await offer(page).count()).toBe(0)

  // The second visit; not among the prices, but at home.
  await page.goto('/hangqing')
  await expect.poll(() => told()).toEqual(['can be installed'])
  expect(await offer(page).count()).toBe(0)
  await tab(page, 'Home').click()
  await offer(page).waitFor()
  expect(await dialog.isOpen()).toBe(false)

  // A second tap before the browser's question is there asks no second one.
  await page.getByRole('button', { name: 'Install', exact: true }).evaluate((button) => {
    ;(button as HTMLElement).click()
    ;(button as HTMLElement).click()
  })
  await expect.poll(dialog.isOpen).toBe(true)
  expect(await told()).toEqual(['can be installed'])
  await dialog.press('Cancel')
  // The browser gives another chance at once; that is not for the app to ask again.
  await expect.poll(() => told()).toEqual(['can be installed', 'dismissed', 'can be installed'])
  await expect.poll(() => offer(page).count()).toBe(0)
  await page.reload()
  await expect.poll(() => told()).toEqual(['can be installed'])
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  expect(await offer(page).count()).toBe(0)

  // Settings keep the way open, and a no there does not close it either.
  await page.goto('/settings')
  for (const noes of [1, 2]) {
    await offer(page).click()
    await expect.poll(dialog.isOpen).toBe(true)
    await dialog.press('Cancel')
    const again = Array.from({ length: noes }, () => ['dismissed', 'can be installed']).flat()
    await expect.poll(() => told()).toEqual(['can be installed', ...again])
  }
  expect(faults).toEqual([])

  await page.context().clock.setFixedTime(Date.now() + monthMs)
  await page.goto('/home')
  await offer(page).waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await offer(page).waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => told()).toEqual(['can be installed'])
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  expect(await offer(page).count()).toBe(0)
})

it('asks nobody whom it was not of use to yet, and asks no more once it is installed', async () => {
  const { page, dialog, told } = await takePhone()
  const starts = () => page.evaluate(() => localStorage.getItem('starts'))
  await page.goto('/home')
  await expect.poll(() => told()).toEqual(['can be installed'])
  // A visit counts once the app is at work behind it.
  await expect.poll(starts).toBe('1')
  await page.reload()
  await expect.poll(() => told()).toEqual(['can be installed'])
  await expect.poll(starts).toBe('2')
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  expect(await offer(page).count()).toBe(0)
  await markMarket(page)
  const other = await page.context().newPage()
  await other.goto('/home')
  await offer(other).waitFor()

  await page.bringToFront()
  await tab(page, 'Home').click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect.poll(dialog.isOpen).toBe(true)
  await dialog.press('Install')
  await expect.poll(() => told()).toEqual(['can be installed', 'accepted', 'installed'])
  await offer(page).waitFor({ state: 'detached' })
  // Another tab did not ask; it is told all the same.
  await expect.poll(() => told(other)).toEqual(['can be installed', 'installed'])
  await offer(other).waitFor({ state: 'detached' })

  // The browser moves the page into a window of its own, as an icon on the home screen opens it.
  await page.goto('/settings')
  await page.getByText('From the home screen').waitFor()
  expect(await offer(page).count()).toBe(0)
  expect(await told()).toEqual([])
})
