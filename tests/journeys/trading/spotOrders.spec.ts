import { afterAll, beforeAll, expect, it } from 'vitest'
import { check } from '#ledger/check.ts'
import { overflow, type Phone, picture, signInAsGuest, type Story, startStory } from '../../support/story.ts'

let story: Story
let phone: Phone
beforeAll(async () => {
  story = await startStory()
  phone = await story.phone()
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

it('a limit order waits, shows what it set aside, and is taken back', async () => {
  const { page } = phone
  await page.goto('/heyue?mode=spot&symbol=BTCUSDT')
  await page.getByRole('radio', { name: 'Limit' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('500')
  await page.getByRole('button', { name: '−5%' }).click()
  await page.getByRole('button', { name: 'Review the purchase' }).click()
  await page.getByRole('dialog').getByText('Most you can lose').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Order placed').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).waitFor()
  await picture(page, 'spot-limit')
  expect(await overflow(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Limit orders that wait for their price will be here.').waitFor()
  const [row] = await story.house.db.query<{ status: number }>('select status from spot_order')
  expect(row?.status).toBe(4)
})

it('coins are bought instantly, sold back by the same sheet, and a fast trade is done in two taps', async () => {
  const { page, faults } = phone
  await page.goto('/heyue?mode=spot&symbol=BTCUSDT')
  await page.getByRole('radio', { name: 'Instant' }).click()
  await page.getByRole('button', { name: '200', exact: true }).click()
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Bought').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /Sell back all/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Sold').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/heyue?mode=fast&symbol=ETHUSDT')
  await page.getByRole('button', { name: /^200 USDT/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Swapped').waitFor()
  await picture(page, 'fast-trade')
  const kinds = await story.house.db.query<{ pos_type: number; count: string }>(
    'select pos_type, count(*) as count from spot_order where status = 3 group by pos_type',
  )
  expect(kinds).toEqual([{ pos_type: 4, count: '2' }])
  expect(await check(story.house.db)).toEqual([])
  expect(faults).toEqual([])
})
