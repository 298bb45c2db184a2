import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { supportedLanguages } from '#contract/languages.ts'
import { path, sitemap } from '#sitemap'
import { tradeModes } from '#widgets/trading/tradeSearch.ts'
import { findOverflow, type Phone, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { violations } from '../support/browser/violations.ts'
import { exampleUrl, waitUntilSettled } from '../support/walk.ts'

// Walks table 1 in the built app: every screen opens or is guarded as its row says, fits, and has names for everything.
let story: Session
let visitor: Phone
let guest: Phone

beforeAll(async () => {
  story = await startSession()
  visitor = await story.phone()
  guest = await story.phone({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
  await signInAsGuest(guest.page)
})
afterAll(() => story?.end())

const rows = Object.values(sitemap)
const open = rows.filter(({ access }) => access === 'open').map((row) => row.path)
const guarded = rows.filter(({ access }) => access === 'signedIn').map((row) => row.path)

describe('for a visitor', () => {
  it.each(open)('%s opens', async (place) => {
    const { page, faults } = visitor
    await page.goto(exampleUrl(place))
    await waitUntilSettled(page)
    expect(new URL(page.url()).pathname).toBe(place)
    expect(await findOverflow(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    expect(faults.splice(0)).toEqual([])
  })

  it.each(guarded)('%s asks to sign in and remembers the way', async (place) => {
    const { page, faults } = visitor
    await page.goto(`${place}?a=1`)
    await page.waitForURL('**/login?redirect=*')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${place}?a=1`)
    expect(faults.splice(0)).toEqual([])
  })

  it('an unknown address leads home', async () => {
    await visitor.page.goto('/no/such/place')
    await visitor.page.waitForURL(`**${path.home}`)
  })
})

describe('for a signed-in person, narrow and dark', () => {
  // One address, five screens: the trading tab is walked kind by kind.
  const kinds = tradeModes.map((mode) => `${path.contracts}?mode=${mode}`)
  // One language after the other, so that each run sees all of them; `npm run audit` sees every screen in each.
  const places = [...rows.map((row) => row.path), ...kinds].map(
    (place, at) => [place, supportedLanguages[at % supportedLanguages.length]!.code] as const,
  )
  it.each(places)('%s opens and fits, in %s, also with letters twice as large', async (place, lang) => {
    const { page, faults } = guest
    await page.evaluate((code) => localStorage.setItem('lang', code), lang)
    await page.goto(exampleUrl(place))
    await waitUntilSettled(page)
    expect(new URL(page.url()).pathname).toBe(place.split('?')[0])
    expect(await findOverflow(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => document.documentElement.style.setProperty('--text-scale', '2'))
    expect(await findOverflow(page)).toEqual([])
    expect(faults.splice(0)).toEqual([])
  })
})
