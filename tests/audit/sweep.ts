import type { Page } from 'playwright-core'
import { type SitemapScreen, sitemap } from '#sitemap'
import { supportedLanguages } from '#contract/languages.ts'
import { findOverflow, type Phone, signInAsGuest, startSession, type Session } from '../support/session.ts'
import { violations } from '../support/browser/violations.ts'
import { exampleUrl, waitUntilSettled } from '../support/walk.ts'

// Every screen of the sitemap: no overflow at 320 px nor at 200 % text in nine languages, axe in both themes, every control by the keyboard.

const rows = Object.values<SitemapScreen>(sitemap)

/** What is wrong, one line each; none when every screen is good. `told` hears each at once, and how far it is. */
export async function sweepScreens(told: (line: string) => void): Promise<string[]> {
  const story = await startSession()
  const faults: string[] = []
  const found = (fault: string): void => {
    faults.push(fault)
    told(fault)
  }
  try {
    for (const { code, locale } of supportedLanguages) {
      await sweepLanguage(story, code, locale, found)
      told(`${locale}: ${rows.length} screens at 320 px and at 200 % text`)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      const phone = await story.phone({ viewport: { width: 375, height: 812 }, colorScheme })
      await signInAsGuest(phone.page)
      for (const { path } of rows) {
        await open(phone.page, path)
        for (const fault of await violations(phone.page)) found(`${path} ${colorScheme}: ${fault}`)
        if (colorScheme === 'light') for (const fault of await unreached(phone.page)) found(`${path} by keyboard: ${fault}`)
      }
      for (const fault of phone.faults) found(`console: ${fault}`)
      await phone.context.close()
      told(`${colorScheme}: axe on ${rows.length} screens`)
    }
  } finally {
    await story.end().catch((error: Error) => found(error.message))
  }
  return faults
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(exampleUrl(path))
  await waitUntilSettled(page)
}

/** Guests and visitors see most that there is; the wider of both is what a screen shows. */
async function sweepLanguage(story: Session, code: string, locale: string, found: (fault: string) => void): Promise<void> {
  const phone: Phone = await story.phone({ viewport: { width: 320, height: 640 } })
  const { page } = phone
  await signInAsGuest(page)
  await page.evaluate((lang) => localStorage.setItem('lang', lang), code)
  for (const { path } of rows) {
    await open(page, path)
    const narrow = await findOverflow(page)
    if (narrow.length > 0) found(`${path} ${locale} at 320 px: ${narrow[0]}`)
    await page.evaluate(() => document.documentElement.style.setProperty('--text-scale', '2'))
    const large = await findOverflow(page)
    if (large.length > 0) found(`${path} ${locale} at 200 %: ${large[0]}`)
  }
  await phone.context.close()
}

const mostTabs = 150

/** Controls that the Tab key does not come to, or that show nothing when it does. */
async function unreached(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]'
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      const isGroupMember = element instanceof HTMLInputElement && element.type === 'radio'
      const isRoving = element.tabIndex < 0 || element.getAttribute('role') === 'radio' || element.getAttribute('role') === 'tab'
      if (element.checkVisibility({ visibilityProperty: true }) && !isGroupMember && !isRoving) element.dataset['unreached'] = ''
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  const unseen: string[] = []
  for (let tab = 0; tab < mostTabs; tab++) {
    await page.keyboard.press('Tab')
    const state = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      if (!element || element === document.body) return 'end'
      const isNew = 'unreached' in element.dataset
      delete element.dataset['unreached']
      const ring = (element: Element | null): boolean => {
        const style = element && getComputedStyle(element)
        return style !== null && ((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none')
      }
      const isShown = [element, element.parentElement, element.parentElement?.parentElement ?? null, element.nextElementSibling].some(ring)
      return isNew && !isShown ? `no ring on ${element.outerHTML.slice(0, 100)}` : isNew ? 'new' : 'seen'
    })
    if (state === 'end') break
    if (state.startsWith('no ring')) unseen.push(state)
  }
  const left = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-unreached]')].map((element) => `not reached: ${element.outerHTML.slice(0, 100)}`),
  )
  return [...unseen, ...left]
}
