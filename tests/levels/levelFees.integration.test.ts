import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { accountTypes } from '#contract/constants.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { compareDecimals, multiply, q8 } from '#rules/decimal.ts'
import { discountedFeeRate } from '#rules/fee.ts'
import { receiptWithPositionValues } from '#rules/recheck/recheckPosition.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { feeDiscountOf } from '#server/orders/feeDiscount.ts'
import { dailyWithdrawalLimitUsdtOf } from '#server/withdrawals/limit.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof settlementFixture>>
let plain: SignedInUser
let high: SignedInUser
beforeAll(async () => {
  world = await settlementFixture()
  plain = await world.person()
  high = { ...(await world.person()), level: 6 }
})
afterAll(() => world.end())

/** Every figure of the receipt follows from its inputs. */
function proved(receipt: SettlementReceipt): Record<string, Decimal> {
  const steps = recheckReceipt(receipt) ?? []
  expect(steps.filter(({ isSame }) => !isSame)).toEqual([])
  expect(unprovedReceiptFigures(receipt, steps)).toEqual([])
  return Object.fromEntries(receipt.figures.map(({ name, value }) => [name, value]))
}
const cut = (fee: Decimal | undefined): Decimal => q8(multiply(fee ?? '0', '0.7'))

it('takes what the level says off, in both books, and nothing in a competition', () => {
  expect(
    [0, 1, 2, 3, 4, 5, 6].map((level) => discountedFeeRate(d('0.0005'), feeDiscountOf(world.app, { level }, accountTypes.real))),
  ).toEqual(
    ['0.0005', '0.000475', '0.00045', '0.000425', '0.0004', '0.000375', '0.00035'].map((rate) =>
      expect.toSatisfy((seen: Decimal) => compareDecimals(seen, d(rate)) === 0),
    ),
  )
  expect(feeDiscountOf(world.app, { level: 6 }, accountTypes.demo)).toBe('0.3')
  expect(feeDiscountOf(world.app, { level: 6 }, accountTypes.competition)).toBe('0')
  expect(feeDiscountOf(world.app, {}, accountTypes.real)).toBe('0')
})

it('lets more leave in a day', () => {
  expect([0, 3, 4, 5, 6].map((level) => dailyWithdrawalLimitUsdtOf({ kycLevel: 2, level }))).toEqual([
    '50000',
    '50000',
    '100000',
    '200000',
    '500000',
  ])
  expect(dailyWithdrawalLimitUsdtOf({ kycLevel: 1, level: 6 })).toBe('5000')
  expect(dailyWithdrawalLimitUsdtOf({ kycLevel: 0, level: 6 })).toBe('0')
})

it.each([
  ['by money', { money: d('1000') }],
  ['by quantity', { quantity: d('0.01') }],
  ['a sale', { direction: 2, quantity: d('0.001') }],
  ['a limit order by money', { orderType: 2, price: d('59000'), money: d('1000') }],
])('spot %s: the preview, the order and its receipt say one fee', async (_, over) => {
  if ('direction' in over) await world.spot(high, { quantity: d('0.002') })
  const preview = await world.ask(high, (context) =>
    world.rooms.trading.preview(
      {
        action: 'position',
        payload: { accountType: 2, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, ...over },
      },
      context,
    ),
  )
  expect(preview).toMatchObject({ feeRate: expect.toSatisfy((rate: Decimal) => compareDecimals(rate, d('0.0007')) === 0) })
  const { id } = await world.spot(high, over)
  if ('price' in over) {
    world.feed.put({ BTCUSDT: '58000' })
    await world.pass(2)
    world.feed.put({ BTCUSDT: '60000' })
    await world.pass(1)
  }
  const figures = proved(await world.info(high, 'spot', id))
  if (!('price' in over)) expect(figures['fee']).toBe('fee' in preview && preview.fee)
})

it('contracts: half way through another level, the rate of the opening holds', async () => {
  const [full, less] = [await world.contract(plain), await world.contract(high)]
  await world.close(plain, full.id)
  const closed = requireOrderKind(2, await world.close({ ...high, level: 0 }, less.id))
  const receipt = await world.info(high, 'position', less.id)
  const [of, own] = [proved(await world.info(plain, 'position', full.id)), proved(receipt)]
  expect([own['orderOpenFee'], own['closeFee']]).toEqual([cut(of['orderOpenFee']), cut(of['closeFee'])])
  // "Verify" on the closed position takes the rate of its opening too, and not what the market lists.
  proved(receiptWithPositionValues(receipt, closed))
})

it('options: the fee is less, the premium the same', async () => {
  const soon = { optionId: 'BTCUSDT-20261127-60000-C' }
  const [full, less] = [await world.option(plain, soon), await world.option(high, soon)]
  const [of, own] = [proved(await world.info(plain, 'option', full.id)), proved(await world.info(high, 'option', less.id))]
  expect(own['premium']).toBe(of['premium'])
  expect(Number(own['fee'])).toBeCloseTo(Number(of['fee']) * 0.7, 7)
  expect(Number(own['fee'])).toBeGreaterThan(0)
})
