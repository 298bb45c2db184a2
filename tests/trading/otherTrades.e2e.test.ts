import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { noonToday } from '../support/noon.ts'
import { tickingClock } from '../support/tickingClock.ts'
import { type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const clock = tickingClock(noonToday())

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ clock })
  clock.start(story.market)
  phone = await story.phone()
  await signInAsGuest(phone.page)
})
afterAll(async () => {
  await clock.stop()
  await story?.end()
})

it('a swap is done at the price that was shown, once, however often one taps', async () => {
  const { page } = phone
  await page.goto('/shandui')
  await page.getByRole('textbox', { name: 'You give' }).fill('1000')
  await page.getByRole('button', { name: 'Review the swap' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).dblclick()
  await page.getByText('Swapped').waitFor()
  await takeScreenshot(page, 'swapped')
  const [made] = await story.app.db.query<{ count: string }>('select count(*) from swap')
  expect(made?.count).toBe('1')
})

it('a coin is bought on the spot and stands in the assets', async () => {
  const { page } = phone
  await page.goto('/heyue?mode=spot&symbol=ETHUSDT')
  await page.getByRole('textbox', { name: 'Amount' }).fill('500')
  await page.getByRole('button', { name: 'Review the purchase' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('You got').waitFor()
  await page.goto('/zichanCenter')
  await page.getByText('ETH').first().waitFor()
})

it('a position is opened and closed', async () => {
  const { page } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  await page.getByRole('textbox', { name: 'Margin' }).fill('200')
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Close position' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
  await page.getByText('Position closed').waitFor()
})

it('a second contract says its odds first, runs, and ends by two prices of the record', async () => {
  const { page } = phone
  await page.goto('/heyue?mode=second&symbol=BTCUSDT')
  await page.getByText('If it were a coin toss').first().waitFor()
  await page.getByRole('textbox', { name: 'Stake' }).fill('100')
  await page.getByRole('button', { name: 'Up', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.waitForFunction(
    () => !document.querySelector('dialog[open]') || /Done/.test(document.querySelector('dialog[open]')?.textContent ?? ''),
  )
  await takeScreenshot(page, 'second-contract')
  const order = async () => {
    const rows = await story.app.db.query<{ status: number; closeSec: number }>(
      'select status, close_sec::int as "closeSec" from second_order',
    )
    return rows[0]
  }
  // Second by second through its minute, and not decided before its end.
  await clock.turnAhead(((await order())?.closeSec ?? 0) * 1000 - 10_000 - clock.now())
  expect((await order())?.status).toBe(1)
  await expect
    .poll(async () => {
      await clock.turnAhead(1_000)
      return (await order())?.status
    })
    .toBe(3)
})

/** What is said of a simulated price until its day is over. */
const seedLater = /The seed is published once the day is over, at/

/** Taps Verify until the phone says this: what was just traded is signed within a minute or so, which the clock is turned through. */
async function verified(within: Locator, words: string): Promise<void> {
  const verify = within.getByRole('button', { name: /^Verify/ })
  await expect
    .poll(async () => {
      await clock.turnAhead(5_000)
      await verify.click().catch(() => undefined)
      await within.locator('button[aria-busy]').waitFor({ state: 'detached' })
      return within.innerText()
    })
    .toContain(words)
}

// What was traded before the second contract ran has been signed meanwhile: heads come once a minute.
it('the closed position is verified on the phone, result included', async () => {
  const { page } = phone
  await page.goto('/heyue?book=history')
  await page
    .getByRole('main')
    .getByRole('button', { name: /BTC\/USDT.*Long/ })
    .click()
  await verified(page.getByRole('dialog'), 'the same to the last digit')
  await page.getByRole('dialog').getByText(seedLater).waitFor()
  // All came out the same: the task of checking a result is done.
  await expect.poll(() => story.app.db.query(`select from benefit_task where task = 'verifySettlement'`)).toHaveLength(1)
  await takeScreenshot(page, 'verified')
})

it('a simulated price is computed again on the phone from its day’s seed, once that is published', async () => {
  const { page } = phone
  const { db } = story.app
  const [closed] = await db.query<{ sec: string }>('select max(close_sec) as sec from position')
  const sec = Number(closed!.sec)
  const day = serverDayAt(sec * 1000)
  const [promised] = await db.query<{ seed: string }>('select seed from sim_day where day = $1', [day])
  const main = page.getByRole('main')
  const says = async (words: string | RegExp) => {
    await page.goto(`/verify?symbol=BTCUSDT&sec=${sec}`)
    await main.getByText(words).waitFor()
  }
  await says(seedLater)
  // As if the day were over: what the server would answer then.
  let seed = promised!.seed
  await page.route('**/api/public/fair/simSeed?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"seed":null', `"seed":"${seed}"`) })
  })
  await says(/^Computed again on this device from the price of/)
  // This install is younger than two days.
  await main.getByText('The seed was committed to two days before').waitFor()
  await main.getByText(/has no simulated prices: it hadn’t begun/).waitFor()
  await takeScreenshot(page, 'followsFromSeed')
  seed = 'ab'.repeat(32)
  await says(/isn’t the one that was promised/)
  expect(await main.getByRole('alert').innerText()).toContain('doesn’t follow from its seed')
  await takeScreenshot(page, 'doesNotFollow')
  await page.unroute('**/api/public/fair/simSeed?*')
})

it('what is typed into a ticket and not sent is there after a reload', async () => {
  const { page } = phone
  const typedAndKept = async (place: string, text: string, typeIt: () => Promise<unknown>, field: string) => {
    await page.goto(place)
    await typeIt()
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: field, exact: true }).inputValue()).toBe(text)
  }
  const typed = (field: string, text: string) => page.getByRole('textbox', { name: field, exact: true }).fill(text)
  const limitSale = async () => {
    await selectRadio(page.getByRole('radio', { name: 'Limit', exact: true }))
    await selectRadio(page.getByRole('radio', { name: 'Sell', exact: true }))
    await typed('Limit price', '999000')
    await typed('Quantity', '0.25')
  }
  await typedAndKept('/heyue?mode=spot&symbol=BTCUSDT', '0.25', limitSale, 'Quantity')
  expect(await page.getByRole('textbox', { name: 'Limit price' }).inputValue()).toBe('999000')
  await page.getByRole('button', { name: 'Review the sale' }).waitFor()
  await typedAndKept('/heyue?mode=second&symbol=BTCUSDT', '70', () => typed('Stake', '70'), 'Stake')
  await typedAndKept('/shandui?from=USDT&to=ETH', '0.3', () => typed('You get', '0.3'), 'You get')
  const somePuts = async () => {
    await page.getByRole('button', { name: /^Put/ }).first().click()
    await typed('Quantity', '0.04')
  }
  await typedAndKept('/heyue?mode=option&symbol=BTCUSDT', '0.04', somePuts, 'Quantity')
  await page.getByRole('button', { name: /^Put/, pressed: true }).waitFor()
})

it('any movement leads to how it was computed, and the phone computes it again', async () => {
  const { page, faults } = phone
  await page.goto('/zhangbianRecord')
  await page.getByText('Spot purchase').first().click()
  await page.getByRole('link', { name: 'How it was computed' }).click()
  await page.getByRole('heading', { name: 'Step by step' }).waitFor()
  await page.getByText('Sum, USDT').waitFor()
  await verified(page.getByRole('main'), 'Computed again on this device')
  await page.getByRole('main').getByText(seedLater).waitFor()
  await takeScreenshot(page, 'settlement')
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})
