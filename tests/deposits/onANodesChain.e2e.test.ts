import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { deriveDepositAddress } from '#server/deposits/derive.ts'
import { loopbackBitcoin } from '../support/nodes/loopbackBitcoin.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { register } from '../wallet/newcomer.ts'

// Bitcoin and Dogecoin behind nodes of their own, on test chains as a sandbox needs; blocks come when told.

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
const xpub = { btc: master.derive("m/84'/0'/0'").publicExtendedKey, doge: master.derive("m/44'/3'/0'").publicExtendedKey }

let bitcoin: Awaited<ReturnType<typeof loopbackBitcoin>>
let dogecoin: Awaited<ReturnType<typeof loopbackBitcoin>>
let story: Session
let phone: Phone
beforeAll(async () => {
  bitcoin = await loopbackBitcoin()
  dogecoin = await loopbackBitcoin({ chain: 'dogecoin', isOlder: true })
  story = await startSession({
    pollIntervalMs: 200,
    env: {
      BITCOIN_RPC_URLS: JSON.stringify({ bitcoin: bitcoin.url, dogecoin: dogecoin.url }),
      DEPOSIT_XPUB_BTC: xpub.btc,
      DEPOSIT_XPUB_DOGE: xpub.doge,
    },
  })
  phone = await story.phone()
  await register(phone.page, 'nadia@example.com', 'Harbour-wall-32')
  // How one is verified is a story of its own.
  await story.app.db.query('update account set kyc_level = 1')
})
afterAll(async () => {
  await story?.end()
  bitcoin?.stop()
  dogecoin?.stop()
})

it('bitcoin comes in to an address of one’s own, block by block', async () => {
  const { page } = phone
  await page.goto('/chongzhi?currency=BTC')
  const address = deriveDepositAddress('btc', xpub.btc, 0)
  await page.getByText(address).first().waitFor()
  await expect.poll(() => story.app.db.query(`select from chain_cursor where chain = 'bitcoin' and step > 0`)).toHaveLength(1)
  bitcoin.send([address, '0.01234567'], [address, '0.5'])
  bitcoin.mine()
  await page.getByText('1 of 2 confirmations').first().waitFor()
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'node-btc-confirming')
  bitcoin.mine()
  await expect
    .poll(() =>
      story.app.db.query(`select trim_scale(amount)::text as amount from balance where book = 1 and currency = 'BTC' and bucket = 'AVAIL'`),
    )
    .toEqual([{ amount: '0.51234567' }])
  await takeScreenshot(page, 'node-btc-credited')
})

it('a network whose node cannot be read says so, and nothing else is paused', async () => {
  const { page } = phone
  dogecoin.be('garbage')
  await expect.poll(() => story.app.db.query(`select from chain_trouble where chain = 'dogecoin'`)).toHaveLength(1)
  await story.app.db.query(`update chain_trouble set since_ms = 0`)
  // A copy of the networks that is younger than two seconds is shown as it is: whoever opens the page again sees the news.
  await expect
    .poll(async () => {
      await page.goto('/chongzhi?currency=DOGE')
      await page.getByRole('radio', { name: /^Dogecoin/ }).waitFor()
      return page.getByText('Paused: we can’t reach this network at the moment').isVisible()
    })
    .toBe(true)
  expect(await findOverflow(page)).toEqual([])
  await takeScreenshot(page, 'node-doge-paused')
  dogecoin.be('well')
  await expect.poll(() => story.app.db.query('select from chain_trouble')).toHaveLength(0)
  expect(await findAllLedgerViolations(story.app.db)).toEqual([])
  expect(phone.faults).toEqual([])
})
