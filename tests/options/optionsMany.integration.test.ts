import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import type { Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { log } from '#server/core/log.ts'
import { runDueOptionJobs } from '#server/options/engine.ts'
import { firstExpirySec, option, optionFixture } from './optionFixture.ts'
import { createRandom, seed } from '../ledger/random.ts'

const world = await optionFixture()
// Dying is told of each time, as it should be.
beforeAll(() => void vi.spyOn(log, 'error').mockImplementation(() => {}))
afterAll(() => world.end())

const eight = 10n ** 8n
const inEights = (value: Decimal | string): bigint => {
  const [whole = '0', part = ''] = value.split('.')
  return BigInt(whole + part.padEnd(8, '0').slice(0, 8))
}

/** The model, in whole numbers alone: mean in 1e-10, payoff in 1e-8, truncated. */
function modelOf(order: OptionOrder, records: readonly bigint[]): bigint {
  const paid = inEights(order.margin) + inEights(order.openFee)
  if (records.length < 1700) return paid
  const mean = records.reduce((sum, price) => sum + price, 0n) / BigInt(records.length)
  const strike = BigInt(order.option.strike) * 10n ** 10n
  const gain = order.option.cp === 'C' ? mean - strike : strike - mean
  return gain > 0n ? (gain * inEights(order.quantity)) / eight / 100n : 0n
}

it(`settles random options on random records as the model does, once, with two servers and deaths in the middle (MONEY_SEED=${seed})`, async () => {
  const chance = createRandom(seed)
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  let expiry = firstExpirySec
  for (let day = 0; day < 5; day++, expiry += 86_400) {
    const mid = 50_000 + Math.floor(chance.next() * 20_000)
    world.feed.put({ BTCUSDT: String(mid) })
    // Always after the world's start: the record does not run back.
    await world.goTo(expiry - 1_900 - Math.floor(chance.next() * 50_000))
    const { list } = await world.chain('BTCUSDT', new Date(expiry * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '))
    const bought: { who: (typeof people)[number]; order: OptionOrder }[] = []
    for (const who of people) {
      for (let n = 0; n < 3; n++) {
        const { optionId } = chance.oneOf(list)
        const quantity = asDecimal(((1 + Math.floor(chance.next() * 40)) / 100).toFixed(2))
        const shown = await world.preview(who, option({ optionId, quantity }))
        const order = await world.placeWith(who, option({ optionId, quantity }), shown.confirmToken)
        // What was shown is what was charged.
        expect([order.margin, order.openFee, order.openPrice]).toEqual([shown.premium, shown.fee, shown.price])
        bought.push({ who, order })
      }
    }
    const gapAt = chance.next() < 0.4 ? Math.floor(chance.next() * 1800) : 1800
    const gap = Math.floor(chance.next() * 180)
    let at = mid * 100
    const prices = Array.from({ length: 1800 }, (_, n) => {
      at += Math.floor((chance.next() - 0.5) * 2_000)
      return n >= gapAt && n < gapAt + gap ? undefined : `${Math.floor(at / 100)}.${String(at % 100).padStart(2, '0')}`
    })
    await world.record('BTCUSDT', expiry - 1800, prices)
    const before = new Map(
      await Promise.all(people.map(async (who) => [who.userId, inEights((await world.available(who)) ?? '0')] as const)),
    )
    // Days later, or at once; either way the result is of the record.
    world.clock.set((expiry + 40 + Math.floor(chance.next() * 3_600)) * 1000)
    for (let n = 1; n <= 12; n++) await runDueOptionJobs(dying(world.app, n))
    await Promise.all([world.work(), runDueOptionJobs({ ...world.app }), world.work()])
    await world.work()
    const records = prices.flatMap((price) => (price === undefined ? [] : [toScaledPrice(price)]))
    const due = new Map(before)
    for (const { who, order } of bought) {
      const done = await world.one(who, order.id)
      const returned = modelOf(order, records)
      expect({ status: done.status, isVoid: done.option.isVoid, returned: inEights(done.returned ?? '-1') }).toEqual({
        status: 3,
        isVoid: records.length < 1700,
        returned,
      })
      due.set(who.userId, (due.get(who.userId) ?? 0n) + returned)
    }
    for (const who of people) expect(inEights((await world.available(who)) ?? '0')).toBe(due.get(who.userId))
    expect(await world.reserve()).toEqual({ held: '0.00000000', due: '0.00000000' })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  }
})

/** A server that dies at its n-th question within a transaction, as kill -9 would: what was not committed never was. */
function dying(app: AppContext, after: number): AppContext {
  let asked = 0
  const wrap = (sql: Sql): Sql => ({
    ...sql,
    query: (...args: Parameters<Sql['query']>) => {
      if (++asked >= after) throw new Error('died')
      return sql.query(...args)
    },
  })
  const db = {
    ...app.db,
    query: app.db.query,
    transaction: ((work: (sql: Sql) => Promise<unknown>) => app.db.transaction((sql) => work(wrap(sql)))) as never,
  }
  return { ...app, db }
}
