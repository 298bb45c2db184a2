import { afterEach, describe, expect, it } from 'vitest'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { loanFixture, refusal } from './loanFixture.ts'

// Pledges (docs/rules/loans.md; vector L2). The clock starts at 2026-11-21 00:00:00 on the wire.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world(over: Parameters<typeof loanFixture>[0] = {}) {
  const made = await loanFixture(over)
  ends.push(made.end)
  await made.price({ BTCUSDT: '60000', ETHUSDT: '3000', SOLUSDT: '150' })
  return made
}

describe('a pledge', () => {
  it('is shown, taken and paid out at once (L2)', async () => {
    const { person, lookPledge, pledgeAsk, pledge, held, account, db, records, assets } = await world()
    const ann = await person({ coins: { BTC: '0.6' } })
    const shown = await lookPledge(ann, pledgeAsk('15000', '0.5'))
    expect(Object.fromEntries(shown.lines.map(({ key, value }) => [key, value]))).toMatchObject({
      apr: '0.073',
      totalInterest: '90.00000000',
      toRepay: '15090.00000000',
      ltv: '0.500000',
      callPrice: '40240.00',
      liqPrice: '36361.45',
      liqFee: '0.01',
    })
    expect(shown).toMatchObject({ youGet: '15000.00000000', youPay: '0.50000000', payCurrency: 'BTC', fees: [{ amount: '150.90000000' }] })
    expect(await refusal(lookPledge(ann, pledgeAsk('18000', '0.5')))).toBe('nothing')
    expect(await refusal(lookPledge(ann, pledgeAsk('18000.01', '0.5')))).toBe('ltvTooHigh')
    const loan = await pledge(ann, pledgeAsk('15000', '0.5'))
    expect(loan).toMatchObject({
      status: 3,
      kind: 2,
      principalLeft: '15000.00000000',
      collateral: { currency: 'BTC', amount: '0.50000000', price: '60000', isCalled: false, liqPrice: '36151.81' },
    })
    expect([await held(ann), await held(ann, 'BTC'), await held(ann, 'BTC', 'COLLATERAL')]).toEqual([
      '15000.00000000',
      '0.10000000',
      '0.50000000',
    ])
    expect(await account(ann)).toMatchObject({
      outstanding: '15003.00000000',
      pledge: { debt: '15003.00000000', collateralValue: '30000.00000000', ltv: '0.500100' },
    })
    // 6,000 in coins that are free, 30,000 pledged, 15,000 borrowed.
    expect(await assets(ann)).toMatchObject({
      totalUsdt: '51000.00000000',
      totalDebt: '15003.00000000',
      net: '35997.00000000',
      groups: { spot: '21000.00000000', collateral: '30000.00000000' },
    })
    expect((await records(ann)).slice(-3).toSorted()).toEqual([
      '25 15000.00000000 USDT → 15000.00000000',
      '28 -0.50000000 BTC → 0.10000000',
      '28 0.50000000 BTC → 0.50000000',
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('ends before its coin is delisted; one that was taken before is sold at the price that goes on', async () => {
    const { person, lookPledge, pledgeAsk, pledge, delisted, price, at, spend, order, db } = await world()
    const ann = await person({ coins: { BTC: '1' } })
    const { id } = await pledge(ann, pledgeAsk('300', '0.5', 7))
    delisted.set('BTCUSDT', wireTimeToInstant('2026-11-30 00:00:00'))
    expect(await refusal(lookPledge(ann, pledgeAsk('300', '0.5', 14)))).toBe('marketDelisted')
    expect(await refusal(lookPledge(ann, pledgeAsk('300', '0.5', 7)))).toBe('nothing')
    await spend(ann, 'USDT', '300')
    for (const day of ['11-28 12', '11-29 12', '11-30 12']) await at(`2026-${day}:00:00`)
    await at('2026-12-02 11:59:58')
    await price({ BTCUSDT: '15000' })
    await at('2026-12-02 12:00:00')
    expect((await order(ann, id)).status).toBe(-3)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('refuses other coins, stale prices and more collateral than there is', async () => {
    const { person, lookPledge, pledgeAsk, pledge, clock, price } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    expect(await refusal(lookPledge(ann, pledgeAsk('100', '1000', 30, 'DOGE')))).toBe('collateralUnsupported')
    expect(await refusal(pledge(ann, pledgeAsk('100', '0.6')))).toBe('insufficientBalance')
    expect((await lookPledge(ann, pledgeAsk('100', '0.6'))).warnings.map(({ key }) => key)).toContain('insufficientBalance')
    expect(await refusal(lookPledge(ann, pledgeAsk('100', '0.5', 31)))).toBe('termInvalid')
    clock.advance(10_000)
    expect(await refusal(lookPledge(ann, pledgeAsk('100', '0.5')))).toBe('feedStale')
    await price({})
    const shown = await lookPledge(ann, pledgeAsk('15000', '0.5'))
    await price({ BTCUSDT: '49999' })
    expect(shown.expireAt - clock.now()).toBeLessThan(15_000)
    expect(await refusal(pledge(ann, pledgeAsk('15000', '0.5')))).toBe('ltvTooHigh')
  })

  it('gives the collateral back when it is repaid, or given back on the first day', async () => {
    const { person, pledgeAsk, pledge, repay, giveBack, held, give, db, at } = await world()
    const ann = await person({ coins: { BTC: '1' } })
    const [first, second] = [await pledge(ann, pledgeAsk('1000', '0.5')), await pledge(ann, pledgeAsk('2000', '0.5'))]
    expect(await giveBack(ann, first.id)).toMatchObject({
      status: 4,
      collateral: { amount: '0.50000000', returned: '0.50000000', ltv: null },
    })
    await give(ann, 'USDT', '10')
    await at('2026-12-01 00:00:00')
    expect(await repay(ann, second.id, '1000')).toMatchObject({ status: 3, principalLeft: '1004.00000000' })
    expect(await held(ann, 'BTC', 'COLLATERAL')).toBe('0.50000000')
    expect(await repay(ann, second.id)).toMatchObject({ status: 4, collateral: { returned: '0.50000000', sold: '0.00000000' } })
    expect([await held(ann, 'BTC'), await held(ann, 'BTC', 'COLLATERAL'), await held(ann)]).toEqual([
      '1.00000000',
      '0.00000000',
      '6.00000000',
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('on the record', () => {
  it('calls once at 75 %, sells at 83 % only what repays, and returns the rest at once (L2)', async () => {
    const { person, pledgeAsk, pledge, at, price, order, notices, held, pool, db, records, spend } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    await spend(ann, 'USDT', '15000')
    // The last day: 30 midnights of interest are owed, and the term is not over yet.
    await at('2026-12-21 00:00:00')
    expect(await order(ann, id)).toMatchObject({
      status: 3,
      outstanding: '15090.00000000',
      collateral: { callPrice: '40240.00', liqPrice: '36361.45' },
    })
    await price({ BTCUSDT: '40240.01' })
    expect(await notices(ann)).not.toContain('loanCalled')
    await price({ BTCUSDT: '40240' })
    expect(await notices(ann)).toContain('loanCalled')
    await price({ BTCUSDT: '39000' })
    expect((await order(ann, id)).collateral?.isCalled).toBe(true)
    await price({ BTCUSDT: '40300' })
    await price({ BTCUSDT: '39000' })
    expect((await notices(ann)).filter((kind) => kind === 'loanCalled')).toHaveLength(1)
    // Well above it the call is over, and the next is a new one.
    await price({ BTCUSDT: '41100' })
    expect((await order(ann, id)).collateral?.isCalled).toBe(false)
    await price({ BTCUSDT: '36361.46' })
    expect((await notices(ann)).filter((kind) => kind === 'loanCalled')).toHaveLength(2)
    expect((await order(ann, id)).status).toBe(3)
    await price({ BTCUSDT: '36361.45' })
    const over = await order(ann, id)
    expect(over).toMatchObject({ status: -3, outstanding: '0.00000000', collateral: { sold: '0.41956962', returned: '0.08043038' } })
    expect(over.repayments).toMatchObject([{ principal: '15000.00000000', interest: '90.00000000', how: 'collateral' }])
    expect([await held(ann, 'BTC'), await held(ann, 'BTC', 'COLLATERAL'), await held(ann)]).toEqual([
      '0.08043038',
      '0.00000000',
      '0.00001206',
    ])
    expect(await pool()).toEqual(['2000000.00000000'])
    expect((await notices(ann)).at(-1)).toBe('loanSold')
    expect((await records(ann)).slice(-7).toSorted()).toEqual([
      '26 -15000.00000000 USDT → 240.90001206',
      '27 -90.00000000 USDT → 150.90001206',
      '29 -0.08043038 BTC → 0.00000000',
      '29 0.08043038 BTC → 0.08043038',
      '30 -0.41956962 BTC → 0.08043038',
      '30 15240.90001206 USDT → 15240.90001206',
      '5 -150.90000000 USDT → 0.00001206',
    ])
    await price({ BTCUSDT: '30000' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('sells everything after a gap, and what is missing is the house’s loss', async () => {
    const { person, pledgeAsk, pledge, price, order, held, pool, db, spend } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    await spend(ann, 'USDT', '14900')
    await price({ BTCUSDT: '20000' })
    const over = await order(ann, id)
    expect(over).toMatchObject({ status: -3, collateral: { sold: '0.50000000', returned: '0.00000000' } })
    // Nothing of the person's own is touched, and nothing stays owed.
    expect(await held(ann)).toBe('100.00000000')
    expect(await pool()).toEqual(['2000000.00000000'])
    const covered = `select -sum(amount) as amount from leg where bucket = 'COVER' and posting_id in (select id from posting where ref_type = 'loan')`
    expect(await db.query(covered)).toEqual([{ amount: '5010.00000000' }])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('lets a call end by more collateral or by a repayment', async () => {
    const { person, pledgeAsk, pledge, price, order, addCollateral, repay, account } = await world()
    const ann = await person({ coins: { BTC: '1' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    await price({ BTCUSDT: '39000' })
    expect((await order(ann, id)).collateral?.isCalled).toBe(true)
    const more = await addCollateral(ann, id, '0.25')
    expect(more).toMatchObject({ collateral: { amount: '0.75000000', isCalled: false, callPrice: '26672.00' } })
    await price({ BTCUSDT: '26000' })
    expect((await order(ann, id)).collateral?.isCalled).toBe(true)
    expect(await repay(ann, id, '5000')).toMatchObject({ principalLeft: '10003.00000000', collateral: { isCalled: false } })
    expect(await refusal(addCollateral(ann, id, '0.3'))).toBe('insufficientBalance')
    expect((await account(ann)).pledge.ltv).toBe('0.512974')
  })

  it('asks for a higher price each day that interest grows, also after days of silence', async () => {
    const { person, pledgeAsk, pledge, at, price, order } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    const liqAt = async () => (await order(ann, id)).collateral?.liqPrice
    expect(await liqAt()).toBe('36151.81')
    await at('2026-11-26 00:00:00')
    expect(await liqAt()).toBe('36180.73')
    // Between midnight and the look of the day the record is judged by what is owed now.
    await price({ BTCUSDT: '36180.73' })
    expect((await order(ann, id)).status).toBe(-3)
  })

  it('what was missed while no server ran is sold at the first record after the start, at its price', async () => {
    const { person, pledgeAsk, pledge, at, price, order, clock, db } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    clock.advance(3 * 86_400_000)
    await price({ BTCUSDT: '35000' })
    expect(await order(ann, id)).toMatchObject({ status: -3 })
    await at('2026-12-30 00:00:00')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

it('repays an overdue pledge from USDT first and then out of the coins, after three notices', async () => {
  const { person, pledgeAsk, pledge, at, price, order, spend, held, notices, db, clock, work } = await world()
  const ann = await person({ coins: { BTC: '0.6' } })
  const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
  await spend(ann, 'USDT', '10000')
  await at('2026-12-21 12:00:00')
  expect((await order(ann, id)).status).toBe(5)
  for (const day of [22, 23, 24]) await at(`2026-12-${day} 00:00:00`)
  expect(await held(ann)).toBe('5000.00000000')
  // No price: the USDT are taken, the coins wait.
  await at('2026-12-25 00:00:00')
  expect(await held(ann)).toBe('0.00000000')
  expect(await order(ann, id)).toMatchObject({ status: 5, principalLeft: '10094.50000000' })
  await at('2026-12-25 23:59:58')
  expect((await order(ann, id)).status).toBe(5)
  clock.advance(8 * 3_600_000)
  await price({ BTCUSDT: '50000' })
  await work()
  const over = await order(ann, id)
  // 10,094.50 and a late day of it, 1 % on top, at 50,000 less 0.1 %.
  expect(over).toMatchObject({ status: -3, collateral: { sold: '0.20417425', returned: '0.29582575' } })
  // The coins that were not pledged are not touched.
  expect(await held(ann, 'BTC')).toBe('0.39582575')
  expect((await notices(ann)).slice(-2)).toEqual(['loanDebited', 'loanSold'])
  expect(await findAllLedgerViolations(db)).toEqual([])
})
