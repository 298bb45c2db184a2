import { afterAll, beforeAll, expect, it } from 'vitest'
import { asInstant } from '#contract/time.ts'
import { addStaff } from '#server/operator/staff.ts'
import { operatorCommand } from '../support/operatorCommand.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'
import { waitUntilSettled } from '../support/walk.ts'

// What a production server offers where somebody lives: nothing until two of the staff say so, and nowhere more than its rules allow (docs/rules/countries.md).

let story: Session
let phone: Phone
let proposer: string
let approver: string
beforeAll(async () => {
  story = await startSession({ pollIntervalMs: 100, env: { FAIRLEAD_ENV: 'production' } })
  phone = await story.phone()
  // An account approves from a day after it was added.
  const addedMs = story.app.clock.now() - 25 * 3_600_000
  const keyOf = async (name: string) =>
    (await addStaff(story.app.db, { name, roles: ['risk'], by: 'machine:test', now: asInstant(addedMs) })).key
  proposer = await keyOf('mia')
  approver = await keyOf('ben')
})
afterAll(() => story?.end())

const main = () => phone.page.getByRole('main')
const open = async (address: string): Promise<void> => {
  await phone.page.goto(address)
  await waitUntilSettled(phone.page)
}
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await takeScreenshot(phone.page, `countries-${name}`)
}
/** Until every server has read what the staff decided. */
async function until(country: string, product: 'contract' | 'earn', money: string): Promise<void> {
  await expect.poll(() => story.app.legal?.granted(country, product)).toBe(money)
}

async function enable(country: string, product: 'contract' | 'earn'): Promise<void> {
  const proposed = await operatorCommand(
    story.app,
    proposer,
    'legal',
    'enable',
    country,
    product,
    '--money',
    'demo',
    '--reason',
    'Opinion of counsel, 12 pages',
  )
  const id = /record (\d+)/.exec(proposed)?.[1] ?? ''
  await expect(operatorCommand(story.app, proposer, 'legal', 'approve', id)).rejects.toThrow('You proposed this')
  await operatorCommand(story.app, approver, 'legal', 'approve', id)
  await until(country, product, 'demo')
}

async function enter(): Promise<void> {
  const { page } = phone
  await signInAsGuest(page)
  await page.getByRole('checkbox', { name: 'I have kept the password' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/home')
}

async function declare(country: string): Promise<void> {
  const { page } = phone
  await page.getByRole('button', { name: /Country of residence/ }).click()
  await page.getByRole('dialog').getByLabel('Search by name').fill(country)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(country) })
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('heading', { name: country })
    .or(page.getByText(`Not available in ${country}`))
    .first()
    .waitFor()
}

/** Addresses that somebody may be sent, of what is listed and of one of it. */
const links = [
  '/heyue',
  '/heyue?mode=option',
  '/heyue?mode=second',
  '/create-order?symbol=ETHUSDT',
  '/taolilicai',
  '/taolilicaiDetail?id=harbour-7',
  '/kuangchi',
  '/zhaiquan',
  '/jiedai',
  '/ieo',
  '/ieo?id=tidewater',
  '/bisai',
  '/bisaiDetail?id=open-water-0',
  '/tuanduiYaoqing',
]
const tile = (name: string) => main().getByRole('link', { name, exact: true })
const kinds = () => phone.page.getByRole('navigation', { name: 'Kinds of trade' }).getByRole('link').allInnerTexts()
/** The screens that a search finds, in the order of their names. */
const placesFor = async (words: string): Promise<() => Promise<string[]>> => {
  await open('/search')
  await phone.page.getByRole('searchbox').fill(words)
  const screens = main().getByRole('region', { name: 'Screens' }).getByRole('link')
  return async () => (await screens.allInnerTexts()).toSorted()
}

it('who has said no country is under the strictest rules, and is asked for it', async () => {
  await enter()
  await waitUntilSettled(phone.page)
  await tile('Deposit').waitFor()
  for (const name of ['Earn', 'Mining', 'Borrow', 'Options']) expect(await tile(name).count()).toBe(0)
  for (const link of links) {
    await open(link)
    await main().getByText('Which country do you live in?').waitFor()
  }
  await look('unknown')
})

it('the country that is said decides, and each link says so with the rules', async () => {
  await open('/heyue?mode=second')
  await declare('United Kingdom')
  for (const link of links) {
    await open(link)
    await main().getByText('Not available in United Kingdom').waitFor()
    await main().getByRole('link', { name: 'Where products are offered' }).waitFor()
  }
  await look('refused')
  await open('/heyue?mode=spot')
  await expect.poll(kinds).toEqual(['Spot', 'Fast'])
  await expect.poll(await placesFor('debt')).toEqual(['Debt orders'])
})

it('what two of the staff enable appears, and only the markets of it', async () => {
  await enable('GB', 'contract')
  await open('/heyue')
  await expect.poll(kinds).toEqual(['Contracts', 'Spot', 'Fast'])
  await main()
    .getByRole('button', { name: /Change market/ })
    .click()
  const sheet = phone.page.getByRole('dialog')
  await sheet.getByText('XAU/USD').waitFor()
  expect(await sheet.getByText('BTC/USDT').count()).toBe(0)
  await look('contracts')
  // A link to a market that is not offered shows that one, and why it takes no order.
  await open('/heyue?symbol=ETHUSDT')
  await main().getByText('Not offered in your country').first().waitFor()
  await open('/kline?symbol=ETHUSDT')
  await expect.poll(() => phone.page.getByRole('link', { name: 'Trade', exact: true }).getAttribute('href')).toContain('mode=spot')
  // No record makes more of it than the rules of the country allow.
  await expect(
    operatorCommand(story.app, proposer, 'legal', 'enable', 'GB', 'earn', '--money', 'demo', '--reason', 'Opinion of counsel'),
  ).rejects.toThrow('The rules of GB allow earn')
})

it('and is gone when one of them takes it away', async () => {
  await operatorCommand(story.app, approver, 'legal', 'disable', 'GB', 'contract', '--reason', 'The licence ended')
  await until('GB', 'contract', 'off')
  await open('/heyue')
  await main().getByText('Not available in United Kingdom').waitFor()
  expect(phone.faults).toEqual([])
})

it('elsewhere the tiles, the search and the links come with the record', async () => {
  await phone.context.close()
  phone = await story.phone()
  await enter()
  await open('/taolilicai')
  await declare('New Zealand')
  await enable('NZ', 'earn')
  await open('/home')
  await tile('Earn').waitFor()
  expect(await tile('Borrow').count()).toBe(0)
  await look('tiles')
  await expect.poll(await placesFor('debt')).toEqual(['Debt crowdfunding', 'Debt orders', 'Debt pool'])
  await open('/taolilicaiDetail?id=harbour-7')
  expect(await main().getByText('Not available in New Zealand').count()).toBe(0)
  expect(phone.faults).toEqual([])
})
