import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import type { Clock } from '#server/core/clock.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { advanceClockUntil } from '../support/advanceClockUntil.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { addPasskey, cardPhoto, passkeyDevice, prove, register, saveAddress } from './newcomer.ts'

const email = 'ines@example.com'
const password = 'Harbour-wall-31'
const safePassword = '739155'
const ownAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
const savedName = 'My cold wallet'

// Time goes on as it does elsewhere, and can be let pass.
let passedMs = 0
let standsAtMs: number | undefined
const clock: Clock = { now: () => asInstant(standsAtMs ?? Date.now() + passedMs) }
/** Meanwhile time stands for the server, but for what is let pass of it: nobody decides and no block comes, however slow the machine. */
async function whileTimeStands(work: (pass: (ms: number) => void) => Promise<void>): Promise<void> {
  standsAtMs = clock.now()
  await work((ms) => {
    standsAtMs = clock.now() + ms
  })
  passedMs = clock.now() - Date.now()
  standsAtMs = undefined
}

let story: Session
let phone: Phone
let seconds: ReturnType<typeof setInterval>
let step: Promise<unknown> = Promise.resolve()
beforeAll(async () => {
  story = await startSession({ clock, pollIntervalMs: 100 })
  // Passkeys belong to names: an address has none.
  phone = await story.phone({ baseURL: story.origin.replace('127.0.0.1', 'localhost') })
  await passkeyDevice(phone.page)
  await phone.page.clock.install()
  seconds = setInterval(() => {
    step = step.then(() => story.market.step()).catch(() => undefined)
  }, 1_000)
})
afterAll(async () => {
  clearInterval(seconds)
  await step
  await story?.end()
})

const letTimePass = (comes: Promise<unknown>): Promise<void> =>
  advanceClockUntil(phone.page, comes, () => {
    passedMs += 1_000
  })

/** Looked at, kept, and narrow enough. */
const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `money-${name}`)
}

/** What the ledger holds of USDT in the real book. */
const held = async (): Promise<Record<string, string>> => {
  const rows = await story.app.db.query<{ bucket: string; amount: string }>(
    `select bucket, amount::text from balance where book = 1 and currency = 'USDT' and amount > 0 order by bucket`,
  )
  return Object.fromEntries(rows.map(({ bucket, amount }) => [bucket, amount]))
}

it('says first that it must know who somebody is', async () => {
  const { page, faults } = phone
  await register(page, email, password)
  await page.goto('/chongzhi')
  await page.getByText('so that nothing comes in that could not go out again').waitFor()
  await look('unverified')
  await page.getByRole('link', { name: 'Verify your identity' }).click()
  await page.waitForURL('**/shenfenRenzheng')
  expect(faults).toEqual([])
})

const choose = async (page: Page, title: string, mark: string): Promise<void> => {
  const card = page.getByRole('heading', { name: title }).locator('..')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), card.getByRole('button', { name: 'Choose a file' }).click()])
  await chooser.setFiles({ name: `${mark}.jpg`, mimeType: 'image/jpeg', buffer: await cardPhoto(mark) })
  await card.getByText('Light and focus are good').waitFor()
}

it('takes the papers, lets them wait where it can be seen, and opens the account by itself', async () => {
  const { page, faults } = phone
  await page.getByText('This is a sandbox: use no real papers').waitFor()
  await page.getByLabel('Surname').fill('Duarte')
  await page.getByLabel('First name').fill('Ines')
  await page.getByRole('radio', { name: 'Female', exact: true }).click()
  await page.getByLabel('Date of birth').fill('1990-04-12')
  await page.getByLabel('Number of the document').fill('A1234567')
  await look('details')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 2 of 3').waitFor()
  await choose(page, 'Front of the ID card', 'FRONT')
  await choose(page, 'Back of the ID card', 'BACK')
  await look('document')
  await page.getByRole('button', { name: 'Next' }).click()
  await choose(page, 'Your face', 'FACE')
  await page.getByRole('checkbox', { name: /my papers/ }).check()
  await look('face')
  await whileTimeStands(async () => {
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.waitForURL('**/renzhengResult')
    await page.getByText('Being checked').waitFor()
    await look('waiting')
  })
  // Nothing is pressed: the decision comes by itself.
  await letTimePass(page.getByText('This is open to you now').waitFor())
  await look('verified')
  expect(faults).toEqual([])
})

it('brings a deposit in, block by block, without a touch', async () => {
  const { page, faults } = phone
  await page.goto('/chongzhi?currency=USDT&network=BEP20')
  await page.getByText('Signed for you, and checked on this device').waitFor()
  await page.getByText('real coins sent to it are lost for good').waitFor()
  await look('address')
  await page.getByRole('button', { name: 'Simulate a deposit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('250')
  await look('simulate')
  await page.getByRole('dialog').getByRole('button', { name: 'Send play money' }).click()
  const list = page.getByRole('list').filter({ hasText: '250 USDT' })
  await list.getByText('Being confirmed').waitFor()
  const counts = new Set<string>()
  await whileTimeStands(async (pass) => {
    let last = ''
    const look = async (): Promise<boolean> => {
      const words = await list.innerText()
      const count = /(\d+) of 15 confirmations/.exec(words)?.[1]
      if (count) counts.add(count)
      // The next block comes once this one was seen.
      const [made] = await story.app.db.query<{ count: string }>('select confirmations::text as count from deposit')
      const now = count ?? '0'
      if (now === made?.count && now !== last) pass(1_000)
      if (now === made?.count) last = now
      return words.includes('Credited')
    }
    await expect.poll(look, { interval: 50 }).toBe(true)
  })
  expect(counts.size).toBeGreaterThan(3)
  expect([...counts]).toEqual([...counts].toSorted((a, b) => Number(a) - Number(b)))
  await list.scrollIntoViewIfNeeded()
  await look('credited')
  expect(await held()).toEqual({ AVAIL: '250.00000000' })
  expect(faults).toEqual([])
})

it('shows it in the records and in the asset centre', async () => {
  const { page, faults } = phone
  await page.goto('/chongzhitixianRecord')
  await page.getByRole('button', { name: /USDT.*BNB Smart Chain \(BEP20\)/ }).click()
  await page.getByRole('dialog').getByText('15 / 15').waitFor()
  await look('deposit-record')
  await page.goto('/zichanCenter')
  await page.getByRole('radio', { name: 'Real book' }).click()
  await page.getByRole('button', { name: 'Show the real book' }).click()
  await page.getByText('250.00').first().waitFor()
  await look('assets')
  expect(faults).toEqual([])
})

it('asks for a withdrawal password, and for a second factor before a new address may be used at once', async () => {
  const { page, faults } = phone
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('link', { name: 'Set a withdrawal password' }).click()
  // A second code within a minute of the one for the registration is refused.
  await story.app.db.query('update code set created_ms = created_ms - 60000')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('New withdrawal password').fill(safePassword)
  await page.getByLabel('The same six digits again').fill(safePassword)
  await look('password')
  await page.getByRole('button', { name: 'Set the withdrawal password' }).click()
  // Back where it was asked for.
  await page.getByText('You have saved no place for USDT yet').waitFor()
  await look('no-place')
  await story.app.db.query(
    `insert into network_pause (currency, chain_type, deposit, withdraw, reason)
     select 'USDT', unnest(array['TRC20', 'BEP20', 'ERC20']), false, true, 'Nodes are updated'`,
  )
  // A list read within the last two seconds is shown once more before it is asked for again.
  const isSaid = async (): Promise<boolean> => {
    await page.goto('/tixian?currency=USDT')
    await page.getByText('You have saved no place for USDT yet').waitFor()
    return page.getByText('Withdrawals of USDT are paused at the moment').isVisible()
  }
  await expect.poll(isSaid, { interval: 1_000 }).toBe(true)
  await page.getByText('Reason: Nodes are updated').waitFor()
  await look('all-paused')
  await story.app.db.query('delete from network_pause')
  await addPasskey(page, safePassword)
  // A factor confirms new places once it is a day old; the day is let pass here.
  await story.app.db.query('update passkey set created_ms = created_ms - 90000000')
  await page.goto('/tixian')
  await page.getByRole('link', { name: 'Add an address' }).click()
  await saveAddress(page, { currency: 'USDT', network: 'BEP20', address: ownAddress, name: savedName })
  await look('new-address')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByText('New: below 1,000 USDT a day').waitFor()
  await look('address-book')
  expect(faults).toEqual([])
})

const fillIn = async (page: Page, amount: string): Promise<void> => {
  await page.goto('/tixian?currency=USDT')
  await selectRadio(page.getByRole('radio', { name: new RegExp(savedName) }))
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
}

it('says fee and arrival before anything is confirmed, and pays out', async () => {
  const { page, faults } = phone
  await fillIn(page, '100')
  await page.getByText('99.5 USDT').waitFor()
  await look('withdraw')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This address is new').waitFor()
  await dialog.getByText('0.5 USDT', { exact: true }).waitFor()
  await dialog.getByText('99.5 USDT', { exact: true }).waitFor()
  await look('withdraw-look')
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await prove(page, safePassword)
  await look('withdraw-prove')
  const main = page.getByRole('main')
  await whileTimeStands(async () => {
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await page.waitForURL('**/chongzhitixianResult*')
    await main.getByText('Under review').waitFor()
    await main.getByText('The Sandbox reviewer decides in about 8 seconds.').waitFor()
    await look('withdraw-waiting')
    expect(await held()).toEqual({ AVAIL: '150.00000000', FROZEN: '100.00000000' })
  })
  await letTimePass(main.getByText('The money has arrived').waitFor())
  for (const step of ['Requested', 'Approved', 'Sent']) await main.getByRole('listitem').filter({ hasText: step }).waitFor()
  expect(await main.getByText('still to come').count()).toBe(0)
  await look('withdraw-paid')
  expect(await held()).toEqual({ AVAIL: '150.00000000' })
  expect(faults).toEqual([])
})

it('gives back all of one that is rejected, the fee too', async () => {
  const { page, faults } = phone
  await fillIn(page, '20.404')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await prove(page, safePassword)
  await whileTimeStands(async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.waitForURL('**/chongzhitixianResult*')
    await page.getByRole('main').getByText('Under review').waitFor()
    expect(await held()).toEqual({ AVAIL: '129.59600000', FROZEN: '20.40400000' })
  })
  await letTimePass(page.getByText('All of it, the fee included, is in your balance again').waitFor())
  await page.getByRole('main').getByText('20.404 USDT').waitFor()
  // As a notice or a mail leads here: with bare digits.
  await page.goto(page.url().replaceAll('%22', ''))
  await page.getByRole('main').getByText('20.404 USDT').waitFor()
  await look('withdraw-rejected')
  expect(await held()).toEqual({ AVAIL: '150.00000000' })
  await page.goto('/zichanCenter')
  await page.getByText('150.00').first().waitFor()
  await page.goto('/chongzhitixianRecord?tab=withdrawal')
  await page.getByText('Rejected').waitFor()
  await page.getByText('Paid out').waitFor()
  await look('withdrawal-records')
  await page.goto('/zhangbianRecord')
  for (const name of [
    /Withdrawal: set aside −20.404/,
    /Withdrawal: held \+20.404/,
    /Withdrawal: no longer held −20.404/,
    /Withdrawal: given back \+20.404/,
  ])
    await page.getByRole('button', { name }).waitFor()
  await look('balance-records')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
