import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { advanceClockUntil } from '../support/advanceClockUntil.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { cardPhoto, register, signIn } from '../wallet/newcomer.ts'

// Dollars that come in by bank: where to send them and with which reference, the report with a picture, and what the inbox says then.

let story: Session
let phone: Phone
beforeAll(async () => {
  story = await startSession({ pollIntervalMs: 200 })
  const [email, password] = ['tomas@example.com', 'Harbour-wall-31']
  await register((await story.phone()).page, email, password)
  // How one is verified is a story of its own.
  await story.app.db.query('update account set kyc_level = 1, safe_password_hash = $1', [await hashSecret('739155')])
  phone = await story.phone({ viewport: { width: 320, height: 812 }, colorScheme: 'dark' })
  await phone.page.clock.install()
  await signIn(phone.page, email, password)
})
afterAll(() => story?.end())

it('says where to send it and with which reference, takes the report with a picture, and credits it', async () => {
  const { page, faults } = phone
  await page.goto('/chongzhi?currency=USD')
  await page.getByText('Simulated bank').waitFor()
  const [row] = await story.app.db.query<{ reference: string }>('select reference from bank_reference')
  const main = page.getByRole('main')
  await main.getByText(row?.reference ?? 'none').waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('radio', { name: 'USD', exact: true })
        .locator('..')
        .evaluate((at) => at.getBoundingClientRect().right <= innerWidth),
    )
    .toBe(true)
  expect(await page.getByRole('button', { name: 'Copy: Your reference: needed with every transfer' }).count()).toBe(1)
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'bank-details')
  await page.getByRole('button', { name: 'I already paid' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Transaction hash').count()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('49')
  await dialog.getByText('At least 50 USD.').waitFor()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('250.5')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose or take a photo' }).click(),
  ])
  await chooser.setFiles({ name: 'transfer.jpg', mimeType: 'image/jpeg', buffer: await cardPhoto('transfer') })
  const send = dialog.getByRole('button', { name: 'Send for review' })
  await expect.poll(() => send.isEnabled()).toBe(true)
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'bank-claim')
  await send.click()
  const line = page.getByRole('listitem').filter({ hasText: '250.5 USD' })
  await line.getByText('Under review').waitFor()
  await advanceClockUntil(page, line.getByText('Credited').waitFor())
  await line.getByText('Bank', { exact: true }).waitFor()
  await line.scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'bank-credited')
  const held = await story.app.db.query(`select currency, bucket, amount::text from balance where book = 1 and amount > 0`)
  expect(held).toEqual([{ currency: 'USD', bucket: 'AVAIL', amount: '250.50000000' }])
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(faults).toEqual([])
})

it('shows the transfer among the records, with the reference instead of an address', async () => {
  const { page, faults } = phone
  await page.goto('/chongzhitixianRecord')
  await page
    .getByRole('button', { name: /USD.*Bank/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your reference').waitFor()
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'bank-record')
  expect(faults).toEqual([])
})

it('leads from a transfer over another network to a message that names its transaction', async () => {
  const { page, faults } = phone
  await page.goto('/chongzhi?currency=USDT')
  await page.getByRole('button', { name: 'I already paid' }).click()
  const dialog = page.getByRole('dialog')
  const tx = `0x${'a1'.repeat(32)}`
  await dialog.getByRole('textbox', { name: 'Transaction hash' }).fill(` ${tx} `)
  const link = dialog.getByRole('link', { name: 'Sent over another network or in another coin?' })
  await link.scrollIntoViewIfNeeded()
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'another-network')
  await link.click()
  const words = page.getByRole('textbox', { name: 'Your message' })
  await expect.poll(() => words.inputValue()).toBe(`I sent a deposit over another network or in another coin. Transaction: ${tx}`)
  expect(await page.getByRole('combobox', { name: 'What is it about?' }).inputValue()).toBe('deposit')
  // Whoever takes the words out does not want them back, also after a reload.
  await page.waitForURL((url) => !url.searchParams.has('tx'))
  await takeScreenshot(page, 'another-network-message')
  await words.fill('')
  await page.reload()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  expect(await words.inputValue()).toBe('')
  expect(faults).toEqual([])
})
