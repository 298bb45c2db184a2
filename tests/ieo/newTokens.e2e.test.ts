import { afterAll, beforeAll, expect, it } from 'vitest'
import { frame } from '#contract/calls/frame.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { add, negate, q8 } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createManualClock } from '#server/core/clock.ts'
import { noonToday } from '../support/noon.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { reloadUntilVisible } from '../support/reloadUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { register } from '../wallet/newcomer.ts'

const hourMs = 3_600_000
const clock = createManualClock(noonToday())
const today = serverDayAt(clock.now())
/** One to seven: within the seven days until the draw there is one Monday. */
const daysToMonday = 7 - ((new Date(today).getUTCDay() + 6) % 7)

let story: Session
let phone: Phone
let other: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  phone = await story.phone()
  other = await story.phone()
})
afterAll(() => story?.end())

const [ines, bo] = ['ines@example.com', 'bo@example.com'] as const

/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `tokens-${name}`)
}

/** What a person has in the real book, by bucket and currency; nothing where it is nothing. */
const held = async (email: string): Promise<Record<string, string>> => {
  const rows = await story.app.db.query<{ key: string; amount: string }>(
    `select bucket || ' ' || currency as key, amount::text from balance b join account a on a.id = b.user_id
     where book = 1 and amount > 0 and a.email = $1 order by 1`,
    [email],
  )
  return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]))
}

/** A verified person with real money out of nowhere, for the test. */
async function verify(email: string, amount: string): Promise<void> {
  const { db } = story.app
  const [person] = await db.query<{ id: string }>(`update account set kyc_level = 1, kyc_country = 'NZ' where email = $1 returning id`, [
    email,
  ])
  const user = person?.id ?? ''
  await db.transaction(async (sql) => {
    await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [user])
    await post(sql, {
      book: 1,
      refType: 'test',
      refId: `gift ${email}`,
      at: clock.now(),
      legs: [
        { user, currency: 'USDT', bucket: 'AVAIL', amount: asDecimal(amount), type: 1 },
        { house: 'CHAIN_IN', currency: 'USDT', amount: negate(amount) },
      ],
    })
  })
}

/** The market goes on second by second, so that its record is signed, until the server has done this and the page says so. */
async function says(text: string, isDone: () => Promise<boolean>): Promise<void> {
  const goOn = async (): Promise<void> => {
    clock.advance(5_000)
    await story.market.step()
  }
  const look = async (): Promise<boolean> => {
    await goOn()
    return isDone()
  }
  await expect.poll(look).toBe(true)
  await reloadUntilVisible(phone.page.getByText(text, { exact: true }), goOn)
}

const isDrawn = async (): Promise<boolean> => (await story.app.db.query(`select from ieo_draw where ieo_id = 'tidewater'`)).length > 0
const isFree = async (): Promise<boolean> => (await held(ines))['AVAIL TIDE'] !== undefined

/** Time passes, and she comes by: who holds as much as she will is signed out where they rest for twelve hours. */
async function lookInUntil(ms: number): Promise<void> {
  while (clock.now() < ms) {
    clock.set(Math.min(ms, clock.now() + 11 * hourMs))
    const answered = phone.page.waitForResponse((reply) => reply.ok() && new URL(reply.url()).pathname === frame.frame.path)
    await phone.page.reload()
    await answered
  }
}

const confirm = ({ page }: Phone) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

async function review({ page }: Phone, num: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Tokens you would like' }).fill(num)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Nothing is charged and nothing is locked', { exact: false }).waitFor()
}

const applied = ({ page }: Phone) => page.getByText('Applied', { exact: true }).first().waitFor()

it('says who can take part before anything is asked', async () => {
  const { page, faults } = phone
  await register(page, ines, 'Harbour-wall-31')
  await page.goto('/ieo')
  await page.getByRole('link', { name: /Beacon/ }).waitFor()
  await look('list')
  await page.getByRole('link', { name: /Tidewater/ }).click()
  await page.getByRole('link', { name: 'Verify your identity' }).waitFor()
  await page.getByText('Made up for the sandbox. There is no such project and no such token.').waitFor()
  await look('unverified')
  expect(faults).toEqual([])
})

it('takes an application without any money, and back again', async () => {
  const { page, faults } = phone
  await verify(ines, '5000')
  await page.reload()
  // There is enough: as much as the cap.
  await page.getByRole('textbox', { name: 'Tokens you would like' }).fill('90000')
  await page.getByText(/you would win 60,000 TIDE or a little more/).waitFor()
  await look('form')
  await review(phone, '90000')
  await look('last-look')
  await confirm(phone)
  await applied(phone)
  expect(await held(ines)).toEqual({ 'AVAIL USDT': '5000.00000000' })
  await page.getByRole('button', { name: 'Take the application back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('Taken back', { exact: true }).first().waitFor()
  // The same within three seconds would be taken for a double press.
  clock.advance(60_000)
  await review(phone, '90000')
  await confirm(phone)
  await applied(phone)
  await look('applied')
  expect(await held(ines)).toEqual({ 'AVAIL USDT': '5000.00000000' })
  expect(faults).toEqual([])
})

it('takes the application of somebody else, whose tokens are their own', async () => {
  await register(other.page, bo, 'Lantern-quay-72')
  await verify(bo, '2000')
  await other.page.goto('/ieo?id=tidewater')
  await review(other, '30000')
  await confirm(other)
  await applied(other)
  expect(other.faults).toEqual([])
})

it('draws, and the phone finds the same; a part is paid and the rest lapses', async () => {
  const { page, faults } = phone
  clock.set(startOfServerDay(addServerDays(today, 7)) + 13 * hourMs)
  await says('Won, to be paid', isDrawn)
  await look('won')
  await page.getByRole('button', { name: 'Draw again on this device' }).click()
  await page.getByText('Drawn here, everyone wins what was published').waitFor()
  await page.getByText('Drawn here, it wins 60,000 TIDE').waitFor()
  expect(await page.getByText('Wrong:').count()).toBe(0)
  await page.getByText('Drawn here, it wins 60,000 TIDE').scrollIntoViewIfNeeded()
  await look('drawn')
  await page.getByRole('textbox', { name: 'Tokens you take' }).fill('40000')
  await page.getByRole('button', { name: 'Pay 2,000 USDT' }).click()
  await page.getByText('Most you can lose: 2,000 USDT').waitFor()
  await look('pay')
  await confirm(phone)
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await look('paid')
  // The levels reached by now brought Ines 2 USDT on the first day and 5 on the third; the week's Monday an envelope by Sunday's level.
  const envelope = daysToMonday > 3 ? '0.5' : daysToMonday > 1 ? '0.2' : '0'
  await expect.poll(async () => (await held(ines))['AVAIL USDT']).toBe(q8(add('3007', envelope)))
  expect(faults).toEqual([])
})

it('is paid whole by who wants all of it', async () => {
  const { page, faults } = other
  await page.reload()
  await page.getByRole('button', { name: 'Pay 1,500 USDT' }).click()
  await page.getByText('Most you can lose: 1,500 USDT').waitFor()
  await confirm(other)
  await page.getByText('Paid', { exact: true }).first().waitFor()
  // A level reached on the second day brought Bo 2 USDT.
  const envelope = daysToMonday > 2 ? '0.2' : '0'
  await expect.poll(async () => (await held(bo))['AVAIL USDT']).toBe(q8(add('502', envelope)))
  expect(faults).toEqual([])
})

it('unlocks part by part at midnight', async () => {
  const { page, faults } = phone
  await lookInUntil(startOfServerDay(addServerDays(today, 10)) + hourMs)
  await says('10,000 of 40,000 TIDE are free', isFree)
  await look('unlocking')
  await expect.poll(async () => (await held(bo))['AVAIL TIDE']).toBe('7500.00000000')
  expect((await held(ines))['AVAIL TIDE']).toBe('10000.00000000')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  await page.goto('/ieo?view=mine')
  await page.getByRole('link', { name: /Tidewater \(TIDE\) Unlocking/ }).waitFor()
  await look('mine')
  expect(faults).toEqual([])
})
