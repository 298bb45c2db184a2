import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { receiptWithPositionValues } from '#rules/recheck/recheckPosition.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { serverDayAt } from '#contract/time.ts'
import { notifyTermChanges } from '#server/fairness/notifyTermChanges.ts'
import { publishReleasedTerms } from '#server/fairness/terms.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { startSpotJobs } from '#server/spot/engine.ts'
import { readPublishedTerms } from '#server/terms/termsByTime.ts'
import { type ReleasedTerm, termsOfReleaseExceptWithdrawals } from '#server/terms/termsOfRelease.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { loanFixture } from '../loans/loanFixture.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'

// docs/rules/fair-dealing.md: what a release changes holds seven days after its first start, and never for open orders.

const d = asDecimal
const dayMs = 86_400_000

/** What an earlier release had, where it had something else. */
const older: Record<string, string> = {
  'contract BTCUSDT feeRate': '0.0004',
  'contract BTCUSDT spreadBps': '8',
  'contract BTCUSDT maxLever': '25',
  'spot  feeRate': '0.0008',
  'swap BTC halfSpread': '0.0015',
  'option  feeOfValue': '0.0001',
  'second BTCUSDT 60 odds': '0.7',
  'level 6 feeDiscount': '0.25',
  'loan credit-usdt 30 dailyRate': '0.0005',
  'product harbour-7 rateMax': '0.0001',
  'product harbour-7 share': '0.6',
  'product eth-pledge commission': '0.2',
  'loan pledge-usdt lateFactor': '1.2',
  'loan pledge-usdt liqLtv': '0.9',
}
const earlier = (): ReleasedTerm[] =>
  termsOfReleaseExceptWithdrawals().map((term) => ({ ...term, value: d(older[`${term.area} ${term.subject} ${term.name}`] ?? term.value) }))

const is = (value: string): unknown => expect.toSatisfy((seen: Decimal) => compareDecimals(seen, d(value)) === 0, value)

/** A database that knew the older release, and where this one was started; `from` is when its terms hold. */
async function released(db: Awaited<ReturnType<typeof testDatabase>>) {
  await publishReleasedTerms(db, earlier())
  await Promise.all([
    publishReleasedTerms(db, termsOfReleaseExceptWithdrawals()),
    publishReleasedTerms(db, termsOfReleaseExceptWithdrawals()),
  ])
  const terms = await readPublishedTerms(db)
  const coming = terms.coming(Date.now())
  return { terms, coming, from: coming[0]?.from ?? 0 }
}

describe('orders', () => {
  let world: Awaited<ReturnType<typeof settlementFixture>>
  let release: Awaited<ReturnType<typeof released>>
  let ann: SignedInUser
  let stopSpot: () => Promise<void>
  beforeAll(async () => {
    const db = await testDatabase()
    release = await released(db)
    // The market steps in whole seconds, and ends its last step before the change.
    world = await settlementFixture(Math.ceil(release.from / 1000) * 1000 - 120_000, { db, terms: release.terms })
    ann = await world.person()
    stopSpot = startSpotJobs(world.app)
  })
  afterAll(async () => {
    await stopSpot?.()
    await world?.end()
  })

  const preview = (payload: object) =>
    world.ask(ann, (context) => world.rooms.trading.preview({ action: 'position', payload } as never, context))
  const contract = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, lever: 10 }
  const spot = { accountType: 2, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, money: d('1000') }
  const open = (payload: object, confirmToken: string) =>
    world.ask(ann, (context) => world.rooms.trading.openPosition({ ...payload, confirmToken } as never, context))
  const feeOf = async () => {
    const shown = await preview({ ...contract, quantity: d('0.1') })
    return 'fees' in shown ? shown.fees[0]?.rate : undefined
  }
  const facts = async (ticket = 'BTCUSDT-60') => ({
    listed: world.app.market.board.symbols().find(({ symbol }) => symbol === 'BTCUSDT'),
    set: (await world.ask(ann, (context) => world.rooms.secondContracts.sets({ symbol: 'BTCUSDT' }, context))).find(
      ({ id }) => id === ticket,
    ),
    level: (await world.ask(ann, (context) => world.rooms.levels.levels({}, context)))[6],
  })
  /** A call that has days to go, as near the money as there is one. */
  const option = async () => {
    const chain = await world.ask(ann, (context) => world.rooms.options.chain({ underlying: 'BTCUSDT' }, context))
    const { optionId } = chain.list.findLast(({ cp }) => cp === 'C')!
    return world.option(ann, { optionId })
  }
  /** Every figure of a receipt follows from its inputs. */
  async function proved(refType: string, id: string): Promise<SettlementReceipt> {
    const receipt = await world.info(ann, refType, id)
    const steps = recheckReceipt(receipt) ?? []
    expect(steps.filter(({ isSame }) => !isSame)).toEqual([])
    expect(unprovedReceiptFigures(receipt, steps)).toEqual([])
    return receipt
  }
  const inputOf = ({ inputs }: SettlementReceipt, name: string) => inputs.find((input) => input.name === name)?.value

  const made: Record<string, string> = {}
  let held: { payload: object; confirmToken: string }[] = []

  it('are announced seven days ahead, once, however many servers start', () => {
    expect(release.coming).toHaveLength(Object.keys(older).length)
    expect(new Set(release.coming.map(({ from }) => from)).size).toBe(1)
    expect(release.from - Date.now()).toBeGreaterThan(7 * dayMs - 600_000)
    expect(release.from - Date.now()).toBeLessThanOrEqual(7 * dayMs)
  })

  it('cost what the release before asked for until then', async () => {
    const { listed, set, level } = await facts()
    expect(listed).toMatchObject({ feeRate: '0.0004', spreadBps: '8', maxLever: { intl: 25 } })
    expect(set).toMatchObject({ odds: '0.7' })
    expect(level).toMatchObject({ feeDiscount: '0.25' })
    expect(await feeOf()).toEqual(is('0.0004'))
    expect(await preview(spot)).toMatchObject({ feeRate: is('0.0008') })
    const [position, waiting, limit] = [
      await world.contract(ann),
      await world.contract(ann, { orderType: 2, price: d('59000'), lever: 25 }),
      await world.spot(ann, { orderType: 2, price: d('59000'), money: d('1000') }),
    ]
    const bought = await world.spot(ann, { money: d('1000') })
    const swapped = await world.swap(ann, { fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: d('1000') })
    const second = await world.second(ann)
    const call = await option()
    Object.assign(made, {
      position: position.id,
      waiting: waiting.id,
      limit: limit.id,
      bought: bought.id,
      swapped: swapped.id,
      second: second.id,
      call: call.id,
    })
    expect(swapped.spreadRate).toEqual(is('0.0015'))
    expect(second.odds).toEqual(is('0.7'))
    // Just before, somebody looks and does not confirm yet.
    const left = Math.ceil(release.from / 1000) - Math.floor(world.clock.now() / 1000)
    await world.pass(left - 2)
    held = await Promise.all(
      [{ ...contract, quantity: d('0.1') }, spot].map(async (payload) => ({
        payload,
        confirmToken: (await preview(payload)).confirmToken,
      })),
    )
  })

  it('are shown again when they were seen before and are confirmed after', async () => {
    await world.pass(4)
    for (const { payload, confirmToken } of held)
      await expect(open(payload, confirmToken)).rejects.toMatchObject({ refusal: 'confirmRequired' })
    const again = await preview(spot)
    await expect(open(spot, again.confirmToken)).resolves.toMatchObject({ feeRate: is('0.001') })
  })

  it('cost what this release asks for from then on', async () => {
    const { listed, set, level } = await facts()
    expect(listed).toMatchObject({ feeRate: '0.0005', spreadBps: is('2'), maxLever: { intl: 20 } })
    expect(set).toMatchObject({ odds: '0.8' })
    expect(level).toMatchObject({ feeDiscount: '0.3' })
    expect(await feeOf()).toEqual(is('0.0005'))
    await expect(preview({ ...contract, quantity: d('0.1'), lever: 25 })).rejects.toMatchObject({ refusal: 'leverageCap' })
    expect((await world.second(ann)).odds).toEqual(is('0.8'))
    expect((await world.swap(ann, { fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: d('1000') })).spreadRate).toEqual(is('0.001'))
    const [fresh, call] = [await world.contract(ann), await option()]
    expect(inputOf(await proved('option', call.id), 'feeOfValue')).toEqual(is('0.0003'))
    await world.close(ann, fresh.id)
    const receipt = await proved('position', fresh.id)
    expect([inputOf(receipt, 'feeRate'), inputOf(receipt, 'spreadBps')]).toEqual([is('0.0005'), is('2')])
  })

  /** A limit order on paper, placed before the change, filled at this second: at its own ask of 58,993.59, for its own fee. */
  async function carriesOverPaper(openSec: number): Promise<void> {
    const fill = { id: '1', symbol: 'BTCUSDT', direction: 1, lever: 10, quantity: d('0.1'), openSec, openPrice: d('58993.59') }
    const carry = async (over: object) => {
      const bea = await world.person()
      const paper = { closed: [], running: [{ ...fill, ...over }], pending: [] }
      const { opened, left } = await world.ask(bea, (context) => world.rooms.demo.carryOver(paper, context))
      const [row] = await world.db.query('select fee_rate, spread_bps from position where id = $1', [opened[0]?.positionId ?? '0'])
      return row ?? left[0]?.why
    }
    const placedSec = Math.floor(release.from / 1000) - 60
    expect(await carry({ placedSec })).toMatchObject({ fee_rate: is('0.0004'), spread_bps: is('8') })
    expect(await carry({})).toBe('noRecord')
    // Nobody waits longer than 30 days, or is placed after the fill.
    expect(await carry({ placedSec: openSec - 31 * 86_400 })).toBe('noRecord')
    expect(await carry({ placedSec: openSec + 1 })).toBe('noRecord')
  }

  it('that were open keep theirs to the end, and every receipt proves it', async () => {
    const closed = requireOrderKind(2, await world.close(ann, made['position']!))
    const position = await proved('position', made['position']!)
    // The phone computes by what the position itself says, never by what the market lists now.
    expect(closed).toMatchObject({ feeRate: is('0.0004'), spreadBps: is('8'), contractSize: is('1') })
    expect(recheckReceipt(receiptWithPositionValues(position, closed))?.filter(({ isSame }) => !isSame)).toEqual([])
    expect([inputOf(position, 'feeRate'), inputOf(position, 'spreadBps')]).toEqual([is('0.0004'), is('8')])
    // At 8 basis points the ask touches 59,000 at 58,976.41 or below; at 2 it would at 58,994.
    world.feed.put({ BTCUSDT: '58990' })
    await world.pass(2)
    const isWaiting = async (id: string) => (await world.db.query('select from position where id = $1 and status = 0', [id])).length === 1
    expect(await isWaiting(made['waiting']!)).toBe(true)
    world.feed.put({ BTCUSDT: '58970' })
    await world.pass(2)
    await carriesOverPaper(Math.floor(world.clock.now() / 1000))
    await world.close(ann, made['waiting']!)
    const waited = await proved('position', made['waiting']!)
    expect([inputOf(waited, 'feeRate'), inputOf(waited, 'spreadBps'), inputOf(waited, 'lever')]).toEqual([is('0.0004'), is('8'), '25'])
    const limit = await proved('spot', made['limit']!)
    expect([limit.state, inputOf(limit, 'feeRate'), inputOf(limit, 'spreadBps')]).toEqual(['done', is('0.0008'), is('8')])
    for (const [kind, id] of [
      ['spot', made['bought']!],
      ['swap', made['swapped']!],
    ] as const)
      await proved(kind, id)
    expect(inputOf(await proved('option', made['call']!), 'feeOfValue')).toEqual(is('0.0001'))
    await world.pass(65)
    await world.work()
    expect(inputOf(await proved('second', made['second']!), 'odds')).toEqual(is('0.7'))
  })
})

describe('loans', () => {
  let world: Awaited<ReturnType<typeof loanFixture>>
  let from: number
  beforeAll(async () => {
    const db = await testDatabase()
    const release = await released(db)
    from = release.from
    // The market's clock never goes back, whatever today is.
    world = await loanFixture({ db, startMs: Math.floor(from / 1000) * 1000 - 600_000 })
    world.app.terms = release.terms
  })
  afterAll(() => world?.end())

  const sets = async (who: SignedInUser) => world.ask(who, (context) => world.calls.loanSets({}, context))

  it('are on the terms of the day on which they were asked for', async () => {
    const [ann, bea] = [await world.person(), await world.person()]
    expect((await sets(ann))[0]?.daysOptions.find(({ days }) => days === 30)).toMatchObject({ dailyRate: '0.0005', apr: is('0.1825') })
    expect((await sets(ann))[1]).toMatchObject({ lateFactor: '1.2', liqLtv: '0.9', callLtv: '0.75' })
    const asked = world.creditAsk('1000')
    const before = await world.applyCredit(ann, asked)
    await world.price({ BTCUSDT: '60000' })
    await world.give(ann, 'BTC', '1')
    const pledged = await world.pledge(ann, world.pledgeAsk('1000', '0.1'))
    const { confirmToken } = await world.lookCredit(bea, asked)
    world.clock.set(Math.ceil(from / 1000) * 1000)
    await expect(world.ask(bea, (context) => world.calls.applyForCredit({ ...asked, confirmToken }, context))).rejects.toMatchObject({
      refusal: 'confirmRequired',
    })
    const after = await world.applyCredit(bea, asked)
    expect((await sets(ann))[0]?.daysOptions.find(({ days }) => days === 30)).toMatchObject({ dailyRate: '0.0003' })
    expect((await sets(ann))[1]).toMatchObject({ lateFactor: '1.5', liqLtv: '0.83' })
    expect([before.dailyRate, after.dailyRate]).toEqual([is('0.0005'), is('0.0003')])
    expect((await world.ask(ann, (context) => world.calls.loanOrder({ id: before.id }, context))).dailyRate).toEqual(is('0.0005'))
    // The phone shows the terms of the loan itself, whatever its plan says now.
    const own = { lateFactor: is('1.2'), graceDays: 3, collateral: { liqLtv: is('0.9'), callLtv: is('0.75') } }
    expect(await world.order(ann, pledged.id)).toMatchObject(own)
  })

  it('are notified once to everybody who has one, by however many servers, and to nobody else', async () => {
    const [cat, other] = [await world.person(), { ...world.app }]
    await Promise.all([notifyTermChanges(world.app), notifyTermChanges(other), notifyTermChanges(world.app)])
    await notifyTermChanges(other)
    const told = await world.db.query<{ user_id: string; params: object; link: string }>(
      `select user_id, params, link from inbox_notice where kind = 'termsChange' order by user_id::bigint`,
    )
    const borrowers = await world.db.query<{ user_id: string }>('select distinct user_id from loan order by user_id')
    expect(borrowers).toHaveLength(2)
    expect(told.map(({ user_id }) => user_id)).toEqual(borrowers.map(({ user_id }) => user_id))
    expect(told.map(({ user_id }) => user_id)).not.toContain(cat.userId)
    expect(told[0]).toMatchObject({ params: { day: serverDayAt(from) }, link: '/fair-terms' })
  })
})

it('products are offered on theirs from then on', async () => {
  const world = await loanFixture()
  try {
    const { terms, from } = await released(world.db)
    const app = { ...world.app, terms }
    const kinds = createProductKinds(app)
    const offered = async (ms: number) => {
      world.clock.set(ms)
      await seedProducts(app, kinds)
      return world.db.query(
        `select id, trim_scale(rate_max)::text as rate, terms ->> 'share' as share, terms ->> 'commission' as commission from product
         where id in ('harbour-7', 'eth-pledge') order by id desc`,
      )
    }
    expect(await offered(from - 1)).toMatchObject([{ rate: '0.0001', share: '0.6' }, { commission: '0.2' }])
    expect(await offered(from)).toMatchObject([{ rate: '0.0002', share: '0.7' }, { commission: '0.1' }])
  } finally {
    await world.end()
  }
})
