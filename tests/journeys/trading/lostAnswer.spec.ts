import { afterAll, beforeAll, expect, it } from 'vitest'
import { check } from '#ledger/check.ts'
import { type Phone, signInAsGuest, type Story, startStory } from '../../support/story.ts'

let story: Story
let phone: Phone
beforeAll(async () => {
  story = await startStory()
  phone = await story.phone({ serviceWorkers: 'block' })
  await signInAsGuest(phone.page)
})
afterAll(() => story?.end())

it('margin whose answer was lost is added once, also after one tried another amount in between', async () => {
  const { page } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  await page.getByRole('textbox', { name: 'Margin' }).fill('600')
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Add margin' }).click()
  const sheet = page.getByRole('dialog')
  const amount = sheet.getByRole('textbox', { name: 'Amount' })
  await amount.fill('50')
  // The server does it; the phone never hears of it.
  await page.route('**/appTradePositions/addMargin', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sheet.getByRole('button', { name: 'Add margin' }).click()
  await sheet.getByRole('alert').waitFor()
  await page.unroute('**/appTradePositions/addMargin')

  await amount.fill('10')
  await amount.fill('50')
  await sheet.getByRole('button', { name: 'Add margin' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const [position] = await story.house.db.query<{ added: string }>('select added_margin::text as added from position')
  expect(Number(position?.added)).toBe(50)
  expect(await check(story.house.db)).toEqual([])
})
