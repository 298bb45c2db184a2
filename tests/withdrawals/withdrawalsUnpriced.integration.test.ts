import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { refuseDepositOverLimit } from '#server/risk/depositChecks.ts'
import { setOwnLimit } from '#server/risk/ownLimits.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { tron, withdrawalFixture } from './withdrawalFixture.ts'

// Nothing is listed for TRX here (docs/rules/deposits-and-withdrawals.md, “No price”).

let world: Awaited<ReturnType<typeof withdrawalFixture>>
beforeAll(async () => {
  world = await withdrawalFixture()
  const { quote, spec } = world.app.market
  Object.assign(world.app.market, {
    quote: (symbol: string) => (symbol === 'TRXUSDT' ? undefined : quote(symbol)),
    spec: (symbol: string) => (symbol === 'TRXUSDT' ? undefined : spec(symbol)),
  })
})
afterAll(() => world?.end())

const beneficiary = { type: 'self', name: 'Ann' } as const
const coins = { currency: 'TRX', money: '50' }

it('is looked at by a person, however little it is, and takes nothing of the day’s limit', async () => {
  const ann = await world.person()
  await world.give(ann, 'TRX', '1000')
  const accountId = await world.known(ann, tron[0], { currency: 'TRX' })
  const shown = await world.look(ann, { ...coins, accountId })
  expect(shown).toMatchObject({ usdtValue: '0.00000000', needsBeneficiary: true })
  expect(shown.reviewHours).toBeGreaterThan(0)
  expect(await refusalOf(world.apply(ann, { ...coins, accountId }, shown.confirmToken))).toMatchObject({ name: 'travelRuleInfo' })
  const { id, phase } = await world.apply(ann, { ...coins, accountId, beneficiary }, shown.confirmToken)
  expect([phase, (await world.row(id)).usdt_value]).toEqual(['review', null])
  expect((await world.waiting()).find((one) => one.id === id)?.facts).toMatchObject({ valueUsdt: 'no price' })
  expect(Number((await world.allowance(ann)).usedUsdt)).toBe(0)
  await world.approve(id)
  expect((await world.row(id)).phase).toBe('approved')
})

it('goes to no address that still waits', async () => {
  const bob = await world.person({ passkeyHours: 48 })
  await world.give(bob, 'TRX', '1000')
  const { id: accountId } = await world.add(bob, tron[1], { currency: 'TRX' })
  expect(await refusalOf(world.look(bob, { ...coins, accountId }))).toMatchObject({ name: 'addressCooling' })
})

it('is no deposit that an own limit could count', async () => {
  const eve = await world.person()
  const ask = () => refuseDepositOverLimit(world.db, eve.userId, undefined, world.clock.now())
  await ask()
  await setOwnLimit(world.db, eve.userId, 'depositDay', asDecimal('100'), world.clock.now())
  expect(await refusalOf(ask())).toMatchObject({ name: 'ownLimit' })
})
