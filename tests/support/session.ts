import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserOptions } from './browser.ts'
import { refuseViolations, watchPolicy } from './browser/contentPolicy.ts'
import { patienceMs } from './patience.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './startServer.ts'
import { shiftPages, testApp } from './testApp.ts'
import { noLimits } from './wire.ts'

/** The built app on the real server, and phones to use it with. */
export interface Session extends TestServer {
  /** A phone with empty storage: 375 × 812 and touch unless told otherwise. */
  phone(options?: BrowserContextOptions): Promise<Phone>
  end(): Promise<void>
}

export interface Phone {
  context: BrowserContext
  page: Page
  /** Errors in the console, uncaught exceptions, refused content: there should be none. */
  faults: string[]
}

const inHand = new Set<Phone>()

/** What each phone of the running story shows, for the log of a story that failed: there is nobody to look at its screen. */
export async function describeFailure(): Promise<string> {
  const sights = [...inHand].map(async ({ context, faults }) => {
    const tabs = context.pages().map(async (tab) => {
      const shown = await tab.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
      return `${tab.url()}\n${shown.slice(0, sightLength)}`
    })
    return [...(await Promise.all(tabs)), ...faults.slice(-shownFaults)].join('\n')
  })
  return (await Promise.all(sights)).join('\n\n')
}

const sightLength = 4_000
const shownFaults = 20

export async function startSession(options: TestServerOptions = {}): Promise<Session> {
  const server = await startTestServer({ http: { rates: noLimits, dist: testApp() }, ...options })
  const violations: string[] = []
  const browser: Browser = await chromium.launch(browserOptions())
  return {
    ...server,
    async phone(wishes = {}) {
      const context = await browser.newContext({
        baseURL: server.origin,
        viewport: { width: 375, height: 812 },
        hasTouch: true,
        isMobile: true,
        locale: 'en-US',
        timezoneId: 'UTC',
        colorScheme: 'light',
        ...wishes,
      })
      context.setDefaultTimeout(patienceMs)
      await shiftPages(context)
      await watchPolicy(context, violations)
      const page = await context.newPage()
      const phone = { context, page, faults: listen(page) }
      inHand.add(phone)
      return phone
    },
    async end() {
      inHand.clear()
      await browser.close()
      await server.stop()
      refuseViolations(violations)
    },
  }
}

// A 401 is an answer, and the browser writes every one of them into its console.
const isAnswer = (text: string): boolean => /status of 401/.test(text)

function listen(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message.text())) faults.push(`${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => faults.push(`${error.message} (${page.url()})`))
  return faults
}

/** One tap: a guest with the demo fund, before the first password. */
export async function signInAsGuest(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Look around as a guest' }).click()
  await page.getByText('You are in').waitFor()
}

const artefacts = resolve(import.meta.dirname, '../../.artefacts')

/** A picture for people to look at; kept outside the checkout's history. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(artefacts, { recursive: true })
  await page.screenshot({ path: join(artefacts, `${name}.png`) })
}

/** What sticks out of a screen to the right; a phone's screen scrolls only downwards. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    // What a row scrolls by itself does not widen the screen.
    const scrolls = (element: Element): boolean => {
      for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') return true
      return false
    }
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > width + 1)
    const named = wide.some((element) => !scrolls(element))
      ? wide.filter((element) => !scrolls(element))
      : [document.documentElement, ...wide]
    return named
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${String(element.className)}: ${element.textContent?.slice(0, 40) ?? ''}`)
  })
