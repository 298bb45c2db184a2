import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxReviewSeconds } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { tickingClock } from '../support/tickingClock.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { register } from '../wallet/newcomer.ts'

const clock = tickingClock(noonToday())

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  clock.start(story.market)
  phone = await story.phone()
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `loans-${name}`)
}

/** What the person has in the real book, by bucket and currency; nothing where it is nothing. */
const held = async (): Promise<Record<string, string>> => {
  const rows = await story.app.db.query<{ key: string; amount: string }>(
    `select bucket || ' ' || currency as key, amount::text from balance where book = 1 and amount > 0 order by 1`,
  )
  return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]))
}

/** Real money out of nowhere, for the test. */
const give = async (amount: string, currency: string): Promise<void> => {
  const { db } = story.app
  const [person] = await db.query<{ id: string }>('select id from account')
  await db.transaction(async (sql) => {
    await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [person!.id])
    await post(sql, {
      book: 1,
      refType: 'test',
      refId: 'gift',
      at: clock.now(),
      legs: [
        { user: person!.id, currency, bucket: 'AVAIL', amount: asDecimal(amount), type: 1 },
        { house: 'CHAIN_IN', currency, amount: negate(amount) },
      ],
    })
  })
}

const type = (page: Page, name: string, amount: string) => page.getByRole('textbox', { name, exact: true }).fill(amount)
const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

it('shows what a loan would cost before it asks who one is', async () => {
  const { page, faults } = phone
  await register(page, 'ines@example.com', 'Harbour-wall-31')
  await page.goto('/jiedai')
  await page.getByText('A loan needs a verified identity').waitFor()
  await page.getByText('10.95%').waitFor()
  await page.getByText('100.90 USDT', { exact: true }).waitFor()
  await look('unverified')
  await page.getByRole('link', { name: 'Verify your identity' }).waitFor()
  expect(faults).toEqual([])
})

it('lends on credit after a review, and takes it back within a day without interest', async () => {
  const { page, faults } = phone
  await story.app.db.query(`update account set kyc_level = 1, kyc_country = 'MY'`)
  await page.reload()
  await page.getByText('With advanced verification: 5,000 USDT').waitFor()
  await type(page, 'You borrow', '400')
  await page.getByText('Say what it is for and what you earn').waitFor()
  await page.getByLabel('What it is for').selectOption('education')
  await page.getByLabel('Your income a month, in USDT').selectOption('from1500')
  await look('credit')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('At worst interest comes to as much as you borrow: 400.00 USDT').waitFor()
  await look('credit-sheet')
  await press(page, 'Confirm')
  await page.waitForURL('**/jiedaiOrder?id=*')
  await page.getByText(/Nothing is owed, and nobody will ask you to pay/).waitFor()
  await look('review')
  expect(await held()).toEqual({})

  // Nothing is pressed: the decision comes by itself, once its time has passed.
  await clock.turnAhead(sandboxReviewSeconds * 1000)
  await page.getByText(/owed today/).waitFor()
  expect(await held()).toEqual({ 'AVAIL USDT': '400.00000000' })
  await look('running')
  await page.getByRole('button', { name: 'Give it back' }).click()
  await press(page, 'Give it back')
  await page.getByText('Given back within 24 hours').waitFor()
  await look('given-back')
  expect(await held()).toEqual({})
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})

it('lends against coins at once, keeps them safer with more of them, and gives them back when all is repaid', async () => {
  const { page, faults } = phone
  await give('0.6', 'BTC')
  await page.goto('/jiedai?kind=pledge')
  await page.getByText('Available: 0.60 BTC').waitFor()
  await type(page, 'Amount', '0.5')
  await type(page, 'You borrow', '15000')
  await page.getByText('15,090.00 USDT').first().waitFor()
  await look('pledge')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('At worst all that you pledge is lost: 0.50 BTC').waitFor()
  await look('pledge-sheet')
  await press(page, 'Confirm')
  await page.waitForURL('**/jiedaiOrder?id=*')
  await page.getByText(/owed today/).waitFor()
  expect(await held()).toEqual({ 'AVAIL BTC': '0.10000000', 'AVAIL USDT': '15000.00000000', 'COLLATERAL BTC': '0.50000000' })
  await look('pledged')
  // By its plain address, as a message links to it.
  const [loan] = await story.app.db.query<{ id: string }>('select id from loan where kind = 2')
  await page.goto(`/jiedaiOrder?id=${loan!.id}`)
  await page.getByText(/owed today/).waitFor()

  await page.getByRole('button', { name: 'Add collateral' }).click()
  await type(page, 'Amount', '0.1')
  await look('more-collateral')
  await press(page, 'Add collateral')
  await page.getByText('Added', { exact: true }).first().waitFor()
  expect((await held())['COLLATERAL BTC']).toBe('0.60000000')

  await page.getByRole('button', { name: 'Repay', exact: true }).click()
  await page.getByRole('radio', { name: 'A part' }).click()
  await type(page, 'Amount', '5003')
  await look('repay')
  await press(page, 'Repay')
  await page.getByText('Repaid by you').waitFor()
  // One day's interest of 15,000 is paid first.
  await page.getByText('10,000.00 USDT').first().waitFor()
  expect((await held())['AVAIL USDT']).toBe('9997.00000000')
  await look('part-repaid')

  await give('10', 'USDT')
  await page.reload()
  await page.getByRole('button', { name: 'Repay', exact: true }).click()
  await press(page, 'Repay')
  await page.getByText('All of it is repaid. Nothing is owed.').waitFor()
  await look('repaid')
  expect(await held()).toEqual({ 'AVAIL BTC': '0.60000000', 'AVAIL USDT': '7.00000000' })
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})

it('keeps what was seen for a time without a signal, and then lets nothing be asked for', async () => {
  const { page, context } = phone
  await page.goto('/loan-account')
  await page.getByText('You owe nothing.').waitFor()
  await look('account')
  await page.getByRole('link', { name: /My loans/ }).click()
  await page.getByRole('radio', { name: 'Ended' }).click()
  await page.getByRole('link', { name: /15,000.00 USDT/ }).waitFor()
  await look('ended')
  await page.goto('/jiedai?kind=pledge')
  await page.getByText('Available: 0.60 BTC').waitFor()
  await context.setOffline(true)
  await page.getByText('Needs a connection').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true')
  await look('offline')
  await context.setOffline(false)
})
