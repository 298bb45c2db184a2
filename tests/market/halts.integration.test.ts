import { afterAll, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { readOptionChain } from '#server/options/chain.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'
import { loanFixture } from '../loans/loanFixture.ts'
import { second } from '../secondContracts/secondContractFixture.ts'
import { order, refusalOf } from '../trading/tradingFixture.ts'

// Whatever takes a price of a market and was shown before its halt is refused after it (docs/rules/{fair-dealing,swaps}.md).

const d = asDecimal
const world = await loanFixture()
afterAll(async () => {
  await assertLedgerConsistent(world.db)
  await world.end()
})

const ordered = (asked: unknown) => async (who: SignedInUser) => {
  const request = asked as AnyPosTypeOrderRequest
  const { confirmToken } = await world.preview(who, request)
  return () => world.place(who, request, confirmToken)
}
const coins = { accountType: 1, symbol: 'BTCUSDT', orderType: 1 }
const swapped = (fromCurrency: string, toCurrency: string, amount: string) => async (who: SignedInUser) => {
  const { quoteId } = await world.quote(who, { accountType: 1, fromCurrency, toCurrency, fromAmount: d(amount), toAmount: undefined })
  return () => world.exchange(who, quoteId)
}

/** By name: shows the price, and gives what takes it. */
const takers: Record<string, (who: SignedInUser) => Promise<() => Promise<unknown>>> = {
  'a contract': ordered(order({ accountType: 1, lever: 2, quantity: d('0.01') })),
  'a spot order that buys': ordered({ ...coins, posType: 1, direction: 1, slippageBps: 50, money: d('100') }),
  'a spot order that sells': ordered({ ...coins, posType: 1, direction: 2, slippageBps: 50, quantity: d('0.01') }),
  'an instant order': ordered({ ...coins, posType: 4, direction: 1, money: d('100') }),
  'a fast trade': ordered({ ...coins, posType: 5, direction: 1, money: d('50') }),
  'a swap into a coin': swapped('USDT', 'BTC', '100'),
  'a swap into USDT': swapped('BTC', 'USDT', '0.01'),
  'a swap from coin to coin': swapped('BTC', 'ETH', '0.01'),
  'an option': async (who) => {
    const { list } = await readOptionChain(world.app, world.db, 'BTCUSDT', undefined)
    const optionId = list[0]?.optionId
    const sizes = { posType: 3, direction: 1, quantity: d('0.1'), slippageBps: 200 }
    return ordered({ ...coins, ...sizes, optionId })(who)
  },
  'a second contract': async (who) => {
    const asked = { ...second(), accountType: 1 }
    const { confirmToken } = await world.previewSecond(who, asked)
    return () => world.buyWith(who, asked, confirmToken)
  },
  'a pledged loan': async (who) => {
    const asked = world.pledgeAsk('1000', '0.1')
    const { confirmToken } = await world.lookPledge(who, asked)
    return () => world.ask(who, (context) => world.calls.applyForPledge({ ...asked, confirmToken }, context))
  },
}

it.each(Object.entries(takers))('%s that was shown before a halt is not made in it', async (_, show) => {
  const who = await world.person({ real: '10000', coins: { BTC: '1' } })
  const take = await show(who)
  await world.db.query(`insert into market_halt (symbol, since_ms, reason) values ('BTCUSDT', $1, 'a test')`, [world.clock.now()])
  expect(await refusalOf(take())).toEqual({ name: 'symbolHalted', detail: { symbol: 'BTCUSDT' } })
  await world.db.query('delete from market_halt')
  await take()
})
