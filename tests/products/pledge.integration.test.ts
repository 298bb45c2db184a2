import { afterEach, describe, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { productSettlementExplainers } from '#server/products/explain.ts'
import { hourMs, productFixture } from './productFixture.ts'

// Pledge: what the network pays by the published rate, and its waiting time (docs/rules/earn.md; vector A6).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await productFixture()
  ends.push(made.end)
  const { db, app, person, give } = made
  /** A network's yearly rate, published in the first second of a day. */
  const publishStake = (day: string, rate: string, coin = 'ETH') =>
    db.query(`insert into published_input (feed, symbol, since_sec, sec, value, mode, sources) values ($1, $2, $3, $3, $4, 'RULE', $5)`, [
      app.market.feed,
      `STAKE:${coin}`,
      startOfServerDay(day) / 1000,
      rate,
      `year=${rate}`,
    ])
  /** The record goes on at this moment: what is missing before it is missing for ever. */
  const recordOn = async (day: string, afterMs = 2000) => {
    made.clock.set(startOfServerDay(day) + afterMs)
    await made.market.step()
  }
  return {
    ...made,
    publishStake,
    recordOn,
    rich: async (coin: string, amount: string) => {
      const owner = await person({ real: '10' })
      await give(owner.userId, amount, coin)
      return owner
    },
  }
}

describe('a pledge', () => {
  it('brings each day what the network pays, less our tenth (A6)', async () => {
    const { rich, buy, publishStake, at, order, held, incomes, reserveOf, db, app, kinds } = await world()
    const ann = await rich('ETH', '10')
    const bought = await buy(ann, 'eth-pledge', '10', 1)
    expect(bought).toMatchObject({ status: 0, currency: 'ETH', incomeCurrency: 'ETH', endTime: null, days: 0 })
    await at('2026-11-22 00:00:01')
    await publishStake('2026-11-22', '0.032')
    await at('2026-11-23 00:59:59')
    expect((await order(ann, bought.id)).incomeTotal).toBe('0.00000000')
    await at('2026-11-23 01:00:00')
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, incomeTotal: '0.00078904', incomeToday: '0.00078904', daysDone: 1 })
    expect(await held(ann, 'AVAIL', 'ETH', 1)).toBe('0.00078904')
    expect(await held(ann, 'INVEST', 'ETH', 1)).toBe('10.00000000')
    expect(await reserveOf('ETH')).toBe('199.99921096')
    expect((await incomes(ann, bought.id)).records).toMatchObject([{ day: '2026-11-22', paid: '1', amount: '0.00078904', currency: 'ETH' }])
    // The phone works it out again from the published leaf.
    const [, explainer] = productSettlementExplainers(kinds)
    const told = await explainer!.explain(db, `${bought.id}-2026-11-22`, ann.userId)
    const receipt = { ...told!, priceRecords: told!.records.map((record) => ({ ...record, price: '0.0320000000' })) }
    const steps = recheckReceipt(receipt)
    expect(steps?.map(({ isSame, reported: shown }) => [isSame, shown !== undefined])).toEqual([
      [true, true],
      [true, true],
    ])
    expect(unprovedReceiptFigures(receipt, steps!)).toEqual([])
    expect(
      recheckReceipt({ ...receipt, priceRecords: receipt.priceRecords.map((record) => ({ ...record, price: '0.0330000000' })) })?.[0],
    ).toMatchObject({
      isSame: false,
    })
    expect(app.config.env).toBe('sandbox')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('follows the rate of each day, and waits for one that may still come', async () => {
    const { rich, buy, publishStake, at, order, product, db } = await world()
    const ann = await rich('ETH', '10')
    const bought = await buy(ann, 'eth-pledge', '10', 1)
    await publishStake('2026-11-22', '0.032')
    await publishStake('2026-11-23', '0.0365')
    await at('2026-11-24 01:00:00')
    // 10 * 0.0365 * 0.9 / 365 = 0.0009
    expect((await order(ann, bought.id)).incomeTotal).toBe('0.00168904')
    await at('2026-11-25 01:00:00')
    // Nobody recorded anything behind the 24th yet: its rate may still come.
    expect(await order(ann, bought.id)).toMatchObject({ incomeTotal: '0.00168904', daysDone: 2 })
    await publishStake('2026-11-24', '0')
    await at('2026-11-25 01:01:00')
    expect(await order(ann, bought.id)).toMatchObject({ incomeTotal: '0.00168904', daysDone: 3, incomeToday: '0.00000000' })
    expect((await product('eth-pledge')).last30).toMatchObject({ max: '0.00009', min: '0', zeroDays: 1, days: 3 })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('catches up three days of downtime day by day, at the rate that was published last', async () => {
    const { rich, buy, publishStake, recordOn, at, work, order, incomes, db } = await world()
    const ann = await rich('ETH', '10')
    const bought = await buy(ann, 'eth-pledge', '10', 1)
    await publishStake('2026-11-22', '0.032')
    await at('2026-11-22 12:00:00')
    // Nothing runs until the 26th.
    await recordOn('2026-11-26', 10 * hourMs)
    await work()
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, daysDone: 4, incomeTotal: '0.00315616' })
    expect((await incomes(ann, bought.id)).records.map(({ day, amount }) => [day, amount])).toEqual(
      ['2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22'].map((day) => [day, '0.00078904']),
    )
    await work()
    expect((await incomes(ann, bought.id)).total).toBe(4)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is left at the next midnight where the network has no waiting time', async () => {
    const { rich, buy, publishStake, at, exit, order, held, db } = await world()
    const ann = await rich('ETH', '10')
    const bought = await buy(ann, 'eth-pledge', '10', 1)
    await publishStake('2026-11-22', '0.032')
    await publishStake('2026-11-23', '0.032')
    await at('2026-11-23 15:00:00')
    const left = await exit(ann, bought.id)
    expect(left).toMatchObject({ status: 5, exitTime: startOfServerDay('2026-11-24') })
    await at('2026-11-24 00:00:00')
    // The day of asking counts no more.
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, returned: '10.00000000', incomeTotal: '0.00078904' })
    expect(await held(ann, 'AVAIL', 'ETH', 1)).toBe('10.00078904')
    expect(await held(ann, 'INVEST', 'ETH', 1)).toBe('0.00000000')
    expect(await db.query('select amount from product_sold')).toEqual([{ amount: '0.00000000' }])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('waits to the day where the network does, and earns nothing meanwhile', async () => {
    const { rich, buy, publishStake, at, clock, work, exit, order, product, preview, held, db } = await world()
    const ann = await rich('DOT', '1000')
    const shown = await preview(ann, 'dot-pledge', '1000', 1)
    expect(shown).toMatchObject({ exitRule: 'unbonding', worstLoss: { amount: '1000.00000000', currency: 'DOT' } })
    expect(shown.lines).toContainEqual({ key: 'unbondDays', value: '28', unit: 'd' })
    expect(shown.lines).toContainEqual({ key: 'yourRate', value: '0.099', unit: '' })
    expect(shown.lines).toContainEqual({ key: 'dayNow', value: '0.27123287', unit: 'DOT' })
    expect(await product('dot-pledge')).toMatchObject({ exitRule: 'unbonding', unbondDays: 28, rateKind: 'variable' })
    const bought = await buy(ann, 'dot-pledge', '1000', 1)
    for (let n = 0; n < 40; n++) await publishStake(addServerDays('2026-11-22', n), '0.11', 'DOT')
    await at('2026-11-24 15:00:00')
    expect((await order(ann, bought.id)).incomeTotal).toBe('0.54246574')
    expect((await exit(ann, bought.id)).exitTime).toBe(startOfServerDay('2026-12-23'))
    for (let day = '2026-11-25'; day < '2026-12-23'; day = addServerDays(day, 1)) {
      clock.set(startOfServerDay(day) + 2 * hourMs)
      await work()
    }
    await at('2026-12-22 23:59:59')
    expect(await order(ann, bought.id)).toMatchObject({ status: 5, incomeTotal: '0.54246574' })
    expect(await held(ann, 'INVEST', 'DOT', 1)).toBe('1000.00000000')
    await at('2026-12-23 00:00:00')
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, incomeTotal: '0.54246574', returned: '1000.00000000' })
    expect(await held(ann, 'AVAIL', 'DOT', 1)).toBe('1000.54246574')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('counts the turn of the year and a leap day', async () => {
    const made = await productFixture({ startMs: Date.parse('2028-02-26T16:00:00Z') })
    ends.push(made.end)
    const { person, give, buy, db, app, at, order } = made
    const ann = await person({ real: '1' })
    await give(ann.userId, '10', 'ETH')
    const bought = await buy(ann, 'eth-pledge', '10', 1)
    await db.query(
      `insert into published_input (feed, symbol, since_sec, sec, value, mode) select $1, 'STAKE:ETH', s, s, 0.032, 'RULE'
       from generate_series(${startOfServerDay('2028-02-28') / 1000}, ${startOfServerDay('2028-03-02') / 1000}, 86400) s`,
      [app.market.feed],
    )
    await at('2028-03-02 01:00:00')
    // 28 and 29 February and 1 March.
    expect(await order(ann, bought.id)).toMatchObject({ daysDone: 3, incomeTotal: '0.00236712' })
  })

  it('is not sold in REAL beyond what the reserve of its coin covers', async () => {
    const { rich, preview, setReserve } = await world()
    const ann = await rich('ETH', '100')
    await setReserve('ETH', '0.0236')
    // Thirty days of 10 ETH are 0.02367.
    const refused = await preview(ann, 'eth-pledge', '10', 1).catch((error: { refusal?: string }) => error.refusal)
    expect(refused).toBe('reserveUnfunded')
    expect((await preview(ann, 'eth-pledge', '9.9', 1)).payCurrency).toBe('ETH')
  })
})
