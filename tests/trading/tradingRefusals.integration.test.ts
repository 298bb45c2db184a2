import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { order, refusalOf, startMs, tradingFixture } from './tradingFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof tradingFixture>>
beforeAll(async () => {
  world = await tradingFixture()
})
afterAll(() => world.db.close())
beforeEach(() => {
  world.clock.set(startMs)
  world.hand.close(false)
  world.hand.set({ BTCUSDT: '60000', USDJPY: '155.000', EURJPY: '180.000' })
})
const previewRefusal = async (over: Partial<ContractOrderRequest>, also: Parameters<typeof world.person>[0] = {}) =>
  refusalOf(world.preview(await world.person(also), order(over)))

describe('what cannot be ordered', () => {
  it('says why, with the numbers', async () => {
    expect(await previewRefusal({ symbol: 'NOPE' })).toEqual({ name: 'symbolUnknown', detail: { symbol: 'NOPE' } })
    expect(await previewRefusal({ quantity: d('0.00005') })).toEqual({ name: 'qtyStep', detail: { step: '0.0001', min: '0.0001' } })
    expect(await previewRefusal({ quantity: d('0.10005') })).toEqual({ name: 'qtyStep', detail: { step: '0.0001', min: '0.0001' } })
    expect(await previewRefusal({ money: d('0.01') })).toEqual({ name: 'qtyStep', detail: { step: '0.0001', min: '0.0001' } })
    expect(await previewRefusal({ quantity: d('0.0001') })).toEqual({ name: 'minNotional', detail: { min: '10' } })
    expect(await previewRefusal({ quantity: d('100.0001') })).toEqual({ name: 'aboveMax', detail: { max: '100' } })
    expect((await previewRefusal({ quantity: d('1'), money: d('1') })).name).toBe('validation')
    expect(await previewRefusal({ quantity: d('84') })).toMatchObject({ name: 'userExposure', detail: { max: '5000000.00000000' } })
    world.hand.close(true)
    expect((await previewRefusal({})).name).toBe('marketClosed')
  })

  it('a price older than 3 s, or none, is not traded on; nor is a stale conversion', async () => {
    world.clock.advance(3000)
    await world.preview(await world.person(), order())
    world.clock.advance(1)
    expect(await previewRefusal({})).toEqual({ name: 'feedStale', detail: { age: 3 } })
    world.hand.set({ EURJPY: '180.000' })
    expect(await previewRefusal({ symbol: 'EURJPY', quantity: d('1000') })).toEqual({ name: 'feedStale', detail: { age: 3 } })
    expect((await previewRefusal({ symbol: 'ETHUSDT' })).name).toBe('feedStale')
  })

  it('leverage: strict countries, everywhere else, and the first 30 days', async () => {
    for (const country of ['GB', 'DE', 'CH', 'NO', 'AU'])
      expect(await previewRefusal({ lever: 3 }, { country })).toEqual({ name: 'leverageCap', detail: { max: 2 } })
    for (const country of ['US', 'JP', 'NZ', ''])
      expect(await previewRefusal({ lever: 21 }, { country })).toEqual({ name: 'leverageCap', detail: { max: 20 } })
    const young = { createdAtMs: startMs - 30 * 86_400_000 + 1 }
    expect(await previewRefusal({ lever: 6 }, young)).toEqual({ name: 'leverageCap', detail: { max: 5 } })
    expect(await previewRefusal({ lever: 3 }, { ...young, country: 'FR' })).toEqual({ name: 'leverageCap', detail: { max: 2 } })
    await world.preview(await world.person({ createdAtMs: startMs - 30 * 86_400_000 }), order({ lever: 20 }))
  })

  it('a production server keeps contracts from where they are not offered', async () => {
    const production = await tradingFixture({ env: 'production', db: world.db })
    production.hand.set({ BTCUSDT: '60000', USDJPY: '155.000' })
    const refused = async (country: string, over: Partial<ContractOrderRequest>) =>
      refusalOf(production.preview(await production.person({ country }), order(over)))
    for (const country of ['US', 'CA', 'IL']) expect((await refused(country, { lever: 1 })).name).toBe('regionProduct')
    expect((await refused('GB', { lever: 1 })).name).toBe('regionProduct')
    await production.preview(await production.person({ country: 'GB' }), order({ symbol: 'USDJPY', quantity: d('1000') }))
    await production.preview(await production.person({ country: 'JP' }), order())
  })

  it('real money needs a verified identity; a guest needs an account', async () => {
    expect(await previewRefusal({ accountType: 1 })).toEqual({ name: 'kycRequired', detail: { level: 1 } })
    expect((await previewRefusal({ accountType: 1 }, { isGuest: true })).name).toBe('guestRestricted')
    expect((await refusalOf(world.place(await world.person(), order({ accountType: 1 })))).name).toBe('kycRequired')
    await world.open(await world.person({ isGuest: true }), order())
  })

  it('too little money is a warning on the sheet and a refusal at the till', async () => {
    const ann = await world.person()
    const much = order({ quantity: d('2'), lever: 1 })
    const shown = await world.preview(ann, much)
    expect(shown.warnings.map(({ key }) => key)).toEqual(['houseCounterparty', 'simulatedMarket', 'insufficientBalance'])
    expect(await refusalOf(world.place(ann, much, shown.confirmToken))).toEqual({
      name: 'insufficientBalance',
      detail: { available: '100000.00000000', needed: '120072.00600000', currency: 'USDT' },
    })
    expect(await world.balance(ann)).toEqual({ available: '100000.00000000', margin: '0.00000000' })
  })

  it('open positions count against the exposure', async () => {
    const ann = await world.person()
    await world.open(ann, order({ quantity: d('30'), lever: 20 }))
    expect((await refusalOf(world.preview(ann, order({ quantity: d('55'), lever: 20 })))).name).toBe('userExposure')
  })
})

describe('money instead of a quantity', () => {
  it('buys what the margin × lever pays for, floored to the step', async () => {
    const ann = await world.person()
    const byMoney = order({ money: d('100') })
    const shown = await world.preview(ann, byMoney)
    expect(shown).toMatchObject({ quantity: '0.0166', price: '60006.00' })
    expect(await world.place(ann, byMoney, shown.confirmToken)).toMatchObject({
      quantity: '0.0166',
      margin: '99.60996000',
      openFee: '0.49804980',
    })
    expect(await world.preview(ann, order({ symbol: 'USDJPY', money: d('100'), lever: 30 }))).toMatchObject({
      quantity: '2900',
      price: '155.008',
    })
  })

  it('keeps the confirmed quantity when the price has moved a little', async () => {
    const ann = await world.person()
    const byMoney = order({ money: d('100') })
    const { confirmToken } = await world.preview(ann, byMoney)
    world.hand.set({ BTCUSDT: '59000' })
    expect(await world.place(ann, byMoney, confirmToken)).toMatchObject({ quantity: '0.0166', openPrice: '59005.90' })
  })
})

describe('slippage is symmetric', () => {
  it.each([
    {
      direction: 1,
      at: '60300',
      fills: '60306.03',
      beyond: '60300.01',
      moved: '60306.05',
      better: '59000',
      gets: '59005.90',
      fee: '2.95029500',
    },
    {
      direction: 2,
      at: '59700',
      fills: '59694.03',
      beyond: '59699.99',
      moved: '59694.02',
      better: '61000',
      gets: '60993.90',
      fee: '3.04969500',
    },
  ])('direction $direction', async ({ direction, at, fills, beyond, moved, better, gets, fee }) => {
    const ann = await world.person()
    const wanted = order({ direction })
    const { confirmToken } = await world.preview(ann, wanted)
    world.hand.set({ BTCUSDT: beyond })
    expect(await refusalOf(world.place(ann, wanted, confirmToken))).toEqual({ name: 'priceMoved', detail: { price: moved } })
    expect(await world.balance(ann)).toEqual({ available: '100000.00000000', margin: '0.00000000' })
    world.hand.set({ BTCUSDT: at })
    expect(await world.place(ann, wanted, confirmToken)).toMatchObject({ openPrice: fills })
    world.hand.set({ BTCUSDT: better })
    expect(await world.place(ann, wanted, confirmToken)).toMatchObject({ openPrice: gets, openFee: fee })
  })
})

const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

describe('the confirm token', () => {
  it('is refused, with a fresh preview, whenever it is not exactly what was shown to this person for this order', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { confirmToken } = await world.preview(ann, order())
    const [version, body, seal] = confirmToken.split('.') as [string, string, string]
    const cheaper = Buffer.from(Buffer.from(body, 'base64url').toString().replace('60006.00', '50006.00')).toString('base64url')
    const forged = [
      undefined,
      '',
      'ct1',
      'ct1..',
      body,
      `${version}.${body}`,
      `${version}.${cheaper}.${seal}`,
      `ct2.${body}.${seal}`,
      `${confirmToken}.x`,
      `${confirmToken}=`,
      ...Array.from({ length: seal.length }, (_, at) => `${version}.${body}.${flipped(seal, at)}`),
      ...Array.from({ length: 40 }, (_, at) => `${version}.${flipped(body, Math.floor((at * body.length) / 40))}.${seal}`),
    ]
    for (const token of forged) expect((await refusalOf(world.place(ann, order(), token))).name).toBe('confirmRequired')
    const refused = await refusalOf(world.place(bob, order(), confirmToken))
    expect(refused).toMatchObject({ name: 'confirmRequired', detail: { preview: { price: '60006.00', youPay: '603.06030000' } } })
    const fresh = (refused.detail as { preview: { confirmToken: string } }).preview.confirmToken
    expect(await world.place(bob, order(), fresh)).toMatchObject({ status: 1 })
    expect(await world.balance(ann)).toEqual({ available: '100000.00000000', margin: '0.00000000' })
  })

  it('binds every field of the order', async () => {
    const ann = await world.person()
    const { confirmToken } = await world.preview(ann, order())
    const others: Partial<ContractOrderRequest>[] = [
      { symbol: 'EURJPY', quantity: d('1000') },
      { direction: 2 },
      { slippageBps: 51 },
      { quantity: d('0.2') },
      { quantity: undefined, money: d('600') },
      { lever: 9 },
    ]
    for (const other of others) expect((await refusalOf(world.place(ann, order(other), confirmToken))).name).toBe('confirmRequired')
    expect(await world.place(ann, order({ quantity: d('0.100') }), confirmToken)).toMatchObject({ status: 1 })
  })

  it('lasts 15 s, on every server', async () => {
    const ann = await world.person()
    const other = await tradingFixture({ db: world.db })
    const { confirmToken } = await world.preview(ann, order())
    other.clock.set(startMs + 14_999)
    other.hand.set({ BTCUSDT: '60000' })
    expect(await other.place(ann, order(), confirmToken)).toMatchObject({ status: 1 })
    other.clock.set(startMs + 15_000)
    expect((await refusalOf(other.place(ann, order(), confirmToken))).name).toBe('confirmRequired')
  })
})

it('leaves a sound ledger', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
