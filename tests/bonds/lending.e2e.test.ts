import { afterAll, beforeAll, expect, it } from 'vitest'
import { products } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createManualClock } from '#server/core/clock.ts'
import { declareDebtDefault, enterDebtRecovery } from '#server/operator/debts.ts'
import { addStaff, requireStaffByKey } from '#server/operator/staff.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { reloadUntilVisible } from '../support/reloadUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const hourMs = 3_600_000
// Noon of the server, so that no day turns by itself.
const clock = createManualClock(noonToday())
const start = addServerDays(serverDayAt(clock.now()), 1)

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  phone = await story.phone()
})
afterAll(() => story?.end())

/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `lending-${name}`)
}

const available = async (): Promise<string | undefined> => {
  const rows = await story.app.db.query<{ amount: string }>(
    `select amount::text from balance where book = 2 and bucket = 'AVAIL' and currency = 'USDT'`,
  )
  return rows[0]?.amount
}

/** More play money for the one person there is. */
async function give(amount: string): Promise<void> {
  const { db } = story.app
  const [owner] = await db.query<{ user_id: string }>('select user_id from wallet where book = 2')
  const user = owner?.user_id ?? ''
  await db.transaction((sql) =>
    post(sql, {
      book: accountTypes.demo,
      refType: 'demoFund',
      refId: 'more',
      at: clock.now(),
      legs: [
        { user, currency: 'USDT', bucket: 'AVAIL', amount: asDecimal(amount), type: 37 },
        { house: 'ISSUE', currency: 'USDT', amount: negate(amount) },
      ],
    }),
  )
}

const says = (text: string) => reloadUntilVisible(phone.page.getByText(text, { exact: true }))

const turnTo = (days: number): void => clock.set(startOfServerDay(addServerDays(start, days)) + hourMs)

const press = (name: string) => phone.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** All that the borrower asks for. */
async function lend(id: string, amount: string): Promise<void> {
  const { page } = phone
  await page.goto(`/zhaiquanDetail?id=${id}`)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Most you can lose:').waitFor()
  await look('last-look')
  await press('Confirm')
  await page.waitForURL('**/bond-orders?id=*')
  await page.getByText('Starts once the target is reached').first().waitFor()
}

/** Never the copy of before, which nothing would read anew for a minute. */
const raised = (text: string): Promise<void> => phone.page.getByText(text, { exact: true }).waitFor()

/** The server has seen the person by then: what this device kept is shown before it is asked. */
const lookIn = async (): Promise<void> => {
  const answered = phone.page.waitForResponse((reply) => reply.ok() && new URL(reply.url()).pathname === products.productOrder.path)
  await phone.page.reload()
  await answered
}

const openOrder = async (name: RegExp): Promise<void> => {
  const { page } = phone
  await page.goto('/bond-orders')
  await selectRadio(page.getByRole('radio', { name: 'Not over', exact: true }), { force: true })
  await page.getByRole('link', { name }).click()
  await page.waitForURL('**/bond-orders?id=*')
}

it('shows everybody who asks for money, and what is agreed to whoever signs in', async () => {
  const { page, faults } = phone
  await page.goto('/zhaiquan')
  await page.getByRole('link', { name: /Fishing co-op boats/ }).waitFor()
  await look('projects')
  await page.getByRole('link', { name: /Fishing co-op boats/ }).click()
  await page.waitForURL('**/login?redirect=*')
  await signInAsGuest(page)
  await page.goto('/zhaiquanDetail?id=fishing-boats')
  await page.getByText('An example borrower of the sandbox. No such project exists.').first().waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000')
  // 8 % for 90 days.
  await page.getByText('19.72602739').first().waitFor()
  await page.getByText('If the borrower repays nothing, you lose 1,000 USDT. We do not make up for it.').waitFor()
  await look('project')
  await page.getByRole('textbox', { name: 'Amount' }).fill('29950')
  await page.getByText('Take all 30,000 USDT, or leave 100 USDT or more for others').waitFor()
  expect(await page.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true)
  expect(faults).toEqual([])
})

it('gives all of it back while the borrower does not have it, and others can lend it at once', async () => {
  const { page, faults } = phone
  // The worker that keeps copies is in charge from here on.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await lend('fishing-boats', '30000')
  expect(await available()).toBe('70000.00000000')
  await page.getByRole('link', { name: /The project/ }).click()
  await raised('30,000 of 30,000 USDT')
  await look('raised')
  await page.goto('/zhaiquan')
  await raised('30,000 of 30,000 USDT')
  await page.getByRole('link', { name: /Debt orders/ }).click()
  await page.getByRole('link', { name: /Fishing co-op boats/ }).click()
  await page.getByRole('button', { name: 'Cancel, all of it comes back' }).click()
  await press('Cancel it')
  await page.getByText('Cancelled', { exact: true }).waitFor()
  expect(await available()).toBe('100000.00000000')
  await look('cancelled')
  await page.getByRole('link', { name: /The project/ }).click()
  await raised('0 of 30,000 USDT')
  for (const at of ['/bond-orders?id=', '/bond-orders', '/zhaiquan']) {
    await page.goBack()
    await page.waitForURL(`**${at}*`)
  }
  await raised('0 of 30,000 USDT')
  expect(faults).toEqual([])
})

it('lends it once the target is reached', async () => {
  const { page, faults } = phone
  await give('50000')
  // The same order within three seconds would be taken for a double press.
  clock.advance(60_000)
  await lend('fishing-boats', '30000')
  await lend('cold-store-da-nang', '120000')
  expect(await available()).toBe('0.00000000')
  turnTo(0)
  await says('Running')
  expect(await page.getByRole('button', { name: /Leave now|Cancel/ }).count()).toBe(0)
  await look('running')
  expect(faults).toEqual([])
})

it('brings the interest of every month, until the borrower defaults: what is recovered is shared out, the rest is lost', async () => {
  const { page, faults } = phone
  const { db } = story.app
  const desk = { app: story.app, kinds: [] }
  const { key } = await addStaff(db, { name: 'mia', roles: ['risk'], by: 'machine:test', now: clock.now() })
  const mia = await requireStaffByKey(db, key)
  const coldStore = { product_id: 'cold-store-da-nang', book: accountTypes.demo }
  await openOrder(/Cold-store solar/)
  turnTo(28)
  await lookIn()
  await page.getByText('Cold-store solar').first().waitFor()
  turnTo(30)
  // 120,000 at 10.5 % for 30 days.
  await says('1,035.61643835 USDT')
  expect(await available()).toBe('1035.61643835')
  await declareDebtDefault(desk, mia, coldStore, 'the cold store was closed by its owners')
  await says('Borrower defaulted')
  await look('defaulted')
  await enterDebtRecovery(desk, mia, coldStore, asDecimal('60000'), true)
  await says('Ended')
  await page.getByText('60,000 USDT', { exact: true }).first().waitFor()
  await page.getByText('Not repaid', { exact: true }).waitFor()
  await look('recovered')
  expect(await available()).toBe('61035.61643835')
  await page.goto('/messages')
  await page
    .getByText(/Cold-store solar/)
    .first()
    .waitFor()
  await look('told')
  expect(faults).toEqual([])
})

it('comes back with the interest that was agreed', async () => {
  const { page, faults } = phone
  await openOrder(/Fishing co-op boats/)
  // One look in 30 days keeps a person signed in.
  for (const days of [55, 75, 90]) {
    turnTo(days)
    await lookIn()
    await page.getByText('Fishing co-op boats').first().waitFor()
  }
  await says('Ended')
  // 30,000 at 8 % for 90 days.
  await page.getByText('591.78082191 USDT').first().waitFor()
  await look('ended')
  expect(await available()).toBe('91627.39726026')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  await page.goto('/bond-pool')
  // A default is never counted as repaid.
  await page.getByText('1 project, 120,000 USDT').waitFor()
  await page.getByText('1 project, 30,000 USDT').waitFor()
  await look('pool')
  await page.goto('/bond-orders')
  await page
    .getByRole('link', { name: /Fishing co-op boats/ })
    .first()
    .waitFor()
  await look('orders')
  expect(faults).toEqual([])
})
