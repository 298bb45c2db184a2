import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCreateUser } from '#account/people.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { publishSimDayCommitments, getOrCreateSimSecret } from '#market/sim/simDays.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { runDueIeoJobs } from '#server/ieo/engine.ts'
import { tryMarkIeoCancelled } from '#server/ieo/refund.ts'
import { seedExampleIeos } from '#server/ieo/seedExampleIeos.ts'
import { createLoanReviewKind } from '#server/loans/decide.ts'
import { runDueLoanJobs } from '#server/loans/engine.ts'
import { liquidateLoansOnRecord } from '#server/loans/liquidate.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import type { PriceRecordReader } from '#widgets/priceRecord/checkReceipt.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'
import { termsChangingAt } from './changingTerms.ts'
import { differenceOf, onWire, untold, verifyingPhone } from './verifyingPhone.ts'

// "Verify" on the phone (docs/rules/{prices,fair-dealing}.md) of what runs for days: loans, mining, token sales, funds, hosting, pledges, options
// until their expiry, contracts that were charged, stopped, closed out and closed in parts. People of three levels begin before a change of terms
// and after it; each thing is proved and computed from its own terms, online and from what the phone keeps.

/** 2026-11-20 12:00 UTC+8, a Friday, when every market is open. */
const noonMs = Date.parse('2026-11-20T04:00:00Z')
const changeMs = wireTimeToInstant('2026-11-21 12:00:00')
const older = {
  'contract BTCUSDT feeRate': '0.0004',
  'contract BTCUSDT spreadBps': '8',
  'contract ETHUSDT feeRate': '0.0003',
  'contract ETHUSDT spreadBps': '6',
  'option  feeOfValue': '0.0001',
  'swap BTC halfSpread': '0.0025',
  'loan credit-usdt 7 dailyRate': '0.0005',
  'loan credit-usdt lateFactor': '1.25',
  'loan pledge-usdt liqLtv': '0.8',
  'loan pledge-usdt liqFee': '0.005',
  'product harbour-15 share': '0.5',
  'product harbour-15 rateMax': '0.0001',
  'product harbour-7 exitFeeRate': '0.00001',
  'product eth-pledge commission': '0.2',
}
const levels = [0, 3, 6]
const staff = { name: 'mia', isAutomatic: false }

interface Settled {
  who: SignedInUser
  refType: string
  id: string
  name: string
}

let world: Awaited<ReturnType<typeof settlementFixture>>
let kinds: ReturnType<typeof createProductKinds>
let phone: ReturnType<typeof verifyingPhone>['phone']
let found: readonly unknown[]
const settled: Settled[] = []
const receipts = new Map<Settled, SettlementReceipt>()
const receiptOf = (one: Settled): SettlementReceipt => structuredClone(receipts.get(one)!)

/** Somebody with an account, demo money, verified papers and real money of these currencies. */
async function person(level: number): Promise<SignedInUser> {
  const { db, clock } = world
  const address = { email: `${randomUUID()}@example.com`, passwordHash: 'x', country: 'NZ', lang: 'en-us' } as const
  const { id } = (await tryCreateUser(db, address, clock.now()))!
  await db.query('update account set kyc_level = 2, level = $2 where id = $1', [id, level])
  await db.transaction(async (sql) => {
    await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [id])
    const legs = [
      { user: id, currency: 'USDT', bucket: 'AVAIL', amount: d('20000'), type: 1 },
      { house: 'CHAIN_IN', currency: 'USDT', amount: d('-20000') },
      { user: id, currency: 'BTC', bucket: 'AVAIL', amount: d('1'), type: 1 },
      { house: 'CHAIN_IN', currency: 'BTC', amount: d('-1') },
    ] as const
    await post(sql, { book: 1, refType: 'test', refId: 'gift', at: clock.now(), legs })
  })
  return {
    userId: id,
    sessionId: '1',
    isGuest: false,
    kycLevel: 2,
    country: 'NZ',
    lang: 'en-us',
    createdAtMs: noonMs - 60 * 86_400_000,
    level,
  }
}

/** What is due by the clock, as the jobs of a server find it. */
async function due() {
  const { app } = world
  await runDueProductJobs(app, kinds)
  await runDueLoanJobs(app)
  await runDueIeoJobs(app)
  await world.work()
  await world.workOptions()
}
/** The clock goes to that moment of the wire, with a record there, and these prices from then on. */
async function goTo(wire: string, prices: Record<string, string> = {}) {
  const { db, clock, feed } = world
  feed.put(prices)
  clock.set(wireTimeToInstant(wire) - 1000)
  // Funding, hashprice and volatility follow from the day's seed.
  await publishSimDayCommitments(db, await getOrCreateSimSecret(db), clock.now())
  await world.pass(1)
  await due()
}
/** A day from its second funding on, through midnight, until its incomes are paid. */
async function endDay(day: string, next: string) {
  await goTo(`${day} 16:00:01`)
  await goTo(`${next} 00:00:01`)
  for (let n = 0; n < 3; n++) {
    world.clock.advance(10_000)
    await world.pass(1)
  }
  await goTo(`${next} 01:00:05`)
  await goTo(`${next} 08:00:01`)
  await world.signer.step()
}

const preview = async <P extends object>(who: SignedInUser, action: string, payload: P): Promise<P & { confirmToken: string }> => ({
  ...payload,
  confirmToken: (await world.ask(who, (context) => world.rooms.trading.preview({ action, payload } as never, context))).confirmToken,
})
const keep = (who: SignedInUser, name: string, refType: string, { id }: { id: string }) =>
  settled.push({ who, refType, id, name: `${name}, level ${who.level}` })
const buy = async (who: SignedInUser, productId: string, money: string, accountType = 2) => {
  const asked = await preview(who, 'product', { productId, accountType, money: d(money) })
  return world.ask(who, (context) => world.rooms.products.buyProduct(asked, context))
}
const exit = (who: SignedInUser, id: string, units?: string) =>
  world.ask(who, (context) => world.rooms.products.exitProductOrder({ id, ...(units && { units: d(units) }) }, context))
const credit = async (who: SignedInUser, amount: string) => {
  const asked = { setId: 'credit-usdt', amount: d(amount), days: 7, purpose: 'living', income: 'from1500' } as const
  const request = await preview(who, 'loanCredit', asked)
  const { id } = await world.ask(who, (context) => world.rooms.loans.applyForCredit(request, context))
  await world.db.transaction((sql) => createLoanReviewKind(world.app).approve(sql, id, staff, world.clock.now() as never, () => {}))
  return { id }
}
const pledged = async (who: SignedInUser, amount: string) => {
  const asked = { setId: 'pledge-usdt', amount: d(amount), days: 30, collateralCurrency: 'BTC', collateralAmount: d('0.15') }
  const request = await preview(who, 'loanPledge', asked)
  return world.ask(who, (context) => world.rooms.loans.applyForPledge(request, context))
}
const repay = (who: SignedInUser, id: string, amount?: string) =>
  world.ask(who, (context) => world.rooms.loans.repayLoan({ id, ...(amount && { amount: d(amount) }) }, context))

/** What one person begins before the change. */
async function begin(who: SignedInUser) {
  const { rooms, ask } = world
  await world.swap(who, { fromCurrency: 'USDT', toCurrency: 'ETH', fromAmount: d('2000') })
  const machine = await preview(who, 'miner', { productId: 'keel-k1-mini', accountType: 2, num: 1 + levels.indexOf(who.level!) })
  const application = await preview(who, 'ieoApply', { ieoId: 'tidewater', num: d(String(1000 + 10 * who.level!)) })
  return {
    hosting: await buy(who, 'harbour-7', '1230'),
    left: await buy(who, 'harbour-7', '770'),
    pledge: await buy(who, 'eth-pledge', '0.1234'),
    fund: await buy(who, 'balanced-3', '1230', 1),
    gold: await buy(who, 'gold-trend', '500'),
    miner: await ask(who, (context) => rooms.products.buyMiner({ ...machine, acknowledge: true }, context)),
    ieo: await ask(who, (context) => rooms.ieo.applyForIeo(application, context)),
    credit: await credit(who, '333.33'),
    late: await credit(who, '210'),
    sold: await pledged(who, '4321.12'),
    held: await world.contract(who, { quantity: d('0.123') }),
    short: await world.contract(who, { symbol: 'ETHUSDT', direction: 2, quantity: d('1.23') }),
    closedOut: await world.contract(who, { symbol: 'ETHUSDT', lever: 20, quantity: d('0.77') }),
    stopped: await world.contract(who, { quantity: d('0.05'), stopLoss: d('58000') }),
    call: await world.option(who, { optionId: 'BTCUSDT-20261127-60000-C' }),
    put: await world.option(who, { optionId: 'BTCUSDT-20261127-60000-P', quantity: d('0.2') }),
  }
}

/** Everything until the first of December. */
async function live() {
  await goTo('2026-11-20 12:02:00')
  const people: { who: SignedInUser; of: Awaited<ReturnType<typeof begin>> }[] = []
  for (const level of levels) {
    const who = await person(level)
    people.push({ who, of: await begin(who) })
  }
  await endDay('2026-11-20', '2026-11-21')
  for (const { who, of } of people) {
    keep(
      who,
      'part of what was charged',
      'position',
      await world.ask(who, (context) => world.rooms.trading.closePart({ id: of.short.id, quantity: d('0.23') }, context)),
    )
    await repay(who, of.credit.id, '100.01')
  }
  await goTo('2026-11-21 13:00:00', { BTCUSDT: '60123.45', ETHUSDT: '3011.1' })
  await seedProducts({ ...world.app }, kinds)
  const later: { who: SignedInUser; hosting: { id: string }; sold: { id: string }; held: { id: string } }[] = []
  for (const { who, of } of people) {
    for (const name of ['held', 'short'] as const) {
      await world.close(who, of[name].id)
      keep(who, `contract ${name}`, 'position', of[name])
    }
    later.push({
      who,
      hosting: await buy(who, 'harbour-15', '990'),
      sold: await pledged(who, '4321.12'),
      held: await world.contract(who, { direction: 2 }),
    })
  }
  await endDay('2026-11-21', '2026-11-22')
  await goTo('2026-11-22 10:00:00', { BTCUSDT: '57900.5' })
  await goTo('2026-11-22 10:01:00', { ETHUSDT: '2600.3' })
  await goTo('2026-11-22 10:02:00', { BTCUSDT: '31234.5' })
  await goTo('2026-11-22 10:03:00', { BTCUSDT: '60000', ETHUSDT: '3000' })
  for (const { who, of } of people) {
    for (const name of ['closedOut', 'stopped'] as const) keep(who, name, 'position', of[name])
    keep(who, 'collateral sold', 'loan', of.sold)
  }
  for (const { who, sold, held } of later) {
    keep(who, 'collateral sold of now', 'loan', sold)
    await world.close(who, held.id)
    keep(who, 'contract held of now', 'position', held)
  }
  await endDay('2026-11-22', '2026-11-23')
  for (const { who, of } of people) {
    await exit(who, of.left.id)
    await exit(who, of.fund.id, '321.5')
    await repay(who, of.credit.id, '50.5')
    await exit(who, of.pledge.id)
  }
  await endDay('2026-11-23', '2026-11-24')
  await goTo('2026-11-24 09:00:00', { BTCUSDT: '63000.1', ETHUSDT: '3300.7', XAUUSD: '4100.5' })
  for (const { who, of } of people) await exit(who, of.gold.id)
  await endDay('2026-11-24', '2026-11-25')
  for (const { who, of } of people) {
    await exit(who, of.fund.id)
    await repay(who, of.credit.id)
    keep(who, 'credit repaid', 'loan', of.credit)
  }
  await endDay('2026-11-25', '2026-11-26')
  await goTo('2026-11-27 13:00:01')
  await world.signer.step()
  await goTo('2026-11-27 13:00:10')
  for (const { who, of } of people) {
    const request = await preview(who, 'ieoPay', { id: of.ieo.id, num: d(String(100 + who.level!)) })
    await world.ask(who, (context) => world.rooms.ieo.payForIeo(request, context))
  }
  // With too few records of the last half hour everything comes back.
  await goTo('2026-11-27 16:01:30')
  await goTo('2026-11-29 13:00:11')
  await goTo('2026-11-30 01:00:05')
  await goTo('2026-12-01 09:00:00')
  for (const { who, of } of people) {
    for (const name of ['call', 'put'] as const) keep(who, `option ${name}`, 'option', of[name])
    for (const name of ['hosting', 'left', 'fund', 'gold'] as const) keep(who, name, 'product', of[name])
    keep(who, 'late credit', 'loan', of.late)
    keep(who, 'token sale', 'ieo', of.ieo)
  }
  const incomes = await world.db.query<{ id: string; day: string; product_id: string; user_id: string }>(
    `select o.id, i.day, o.product_id, o.user_id from product_income i join product_order o on o.id = i.order_id
     where i.day <= '2026-11-24' order by o.id, i.day`,
  )
  for (const { id, day, product_id, user_id } of incomes) {
    const who = people.find(({ who: { userId } }) => userId === user_id)?.who
    if (who) keep(who, `${product_id} on ${day}`, 'productIncome', { id: `${id}-${day}` })
  }
}

beforeAll(async () => {
  world = await settlementFixture(noonMs, { terms: termsChangingAt(changeMs, older) })
  const { app, db, clock } = world
  kinds = createProductKinds(app)
  app.market.onRecord((record) => liquidateLoansOnRecord(app, record))
  await fundSandboxReserves(db, clock)
  await seedProducts(app, kinds)
  await seedExampleIeos(app)
  await live()
  await world.pass(80)
  await world.signer.step()
  for (const one of settled) receipts.set(one, onWire(await world.info(one.who, one.refType, one.id)))
  ;({ phone, found } = verifyingPhone(world.rooms.fairness, (call) => world.ask(settled[0]!.who, call)))
}, 600_000)
afterAll(() => world?.end())

const differing = async (reader: PriceRecordReader, of = settled) => {
  const names: unknown[] = []
  for (const one of of) {
    const difference = await differenceOf(receiptOf(one), reader)
    if (difference !== undefined) names.push([one.name, difference])
  }
  return names
}
/** One of a name for each level. */
const named = (name: string) => settled.filter((one) => one.name.startsWith(`${name}, `)).map(receiptOf)
const inputsOf = (name: string, input: string) => named(name).map(({ inputs }) => Number(inputs.find((one) => one.name === input)?.value))

describe('what people of three levels held over a change of terms', () => {
  it('has each the terms of its own', () => {
    expect(inputsOf('collateral sold', 'liqLtv')).toEqual([0.8, 0.8, 0.8])
    expect(inputsOf('collateral sold', 'halfSpread')).toEqual([0.0025, 0.0025, 0.0025])
    expect(inputsOf('collateral sold of now', 'liqLtv')).toEqual([0.83, 0.83, 0.83])
    expect(inputsOf('collateral sold of now', 'halfSpread')).toEqual([0.001, 0.001, 0.001])
    expect(inputsOf('late credit', 'dailyRate')).toEqual([0.0005, 0.0005, 0.0005])
    expect(inputsOf('contract held', 'feeRate')).toEqual([0.0004, 0.00034, 0.00028])
    expect(inputsOf('contract held of now', 'spreadBps')).toEqual([2, 2, 2])
    expect(inputsOf('left', 'feeRate')).toEqual([0.00001, 0.00001, 0.00001])
    expect(inputsOf('closedOut', 'closeReason')).toEqual([4, 4, 4])
    expect(named('stopped').every(({ state }) => state === 'done')).toBe(true)
  })

  it('is of every kind, and was charged, sold, left and paid', () => {
    const kindsOf = new Set(settled.map((one) => receiptOf(one).formula))
    expect([...kindsOf].toSorted()).toEqual(['contract', 'fund', 'hosting', 'hostingOrder', 'ieo', 'loan', 'mining', 'option', 'pledge'])
    for (const name of ['contract held', 'contract short', 'contract held of now', 'stopped', 'closedOut'])
      expect(
        named(name).flatMap(({ figures }) => figures.filter((figure) => figure.name.startsWith('charge@'))).length,
        name,
      ).toBeGreaterThan(2)
    expect(new Set(settled.filter((one) => receiptOf(one).state !== 'done').map(({ name }) => name.split(',')[0]))).toEqual(
      new Set(['token sale']),
    )
    expect(named('late credit').map(({ figures }) => figures.some(({ name }) => name.startsWith('late@')))).toEqual([true, true, true])
  })

  it('is all the same to the last digit: online, then from what the phone keeps', async () => {
    expect(await differing(phone(true))).toEqual([])
    // The mean of half an hour is read whole: nobody keeps its lines.
    const kept = settled.filter((one) => receiptOf(one).priceRecords.every(({ mean }) => mean === undefined))
    expect(await differing(phone(false), kept)).toEqual([])
    expect(found).toEqual([])
  })

  it('is caught by each figure that is one unit off in its last digit', async () => {
    const reader = phone(true)
    const forgeable: unknown[] = []
    for (const one of settled) {
      const names = await untold(receiptOf(one), reader)
      if (names.length > 0) forgeable.push([one.name, names])
    }
    expect(forgeable).toEqual([])
  })

  it('is the same to the nightly replay, and leaves the ledger sound', async () => {
    const counts = await checkSettlementsByReplayNow(world.app, world.explainers)
    expect(counts).toMatchObject({ unproved: 0, mismatches: 0 })
    expect(counts.checked).toBeGreaterThan(40)
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('comes back whole from a token sale that is called off', async () => {
    await world.db.transaction((sql) => tryMarkIeoCancelled(sql, 'tidewater', 'the issuer withdrew'))
    await runDueIeoJobs(world.app)
    const reader = phone(true)
    for (const { who, id, name } of settled.filter(({ refType }) => refType === 'ieo')) {
      const receipt = onWire(await world.info(who, 'ieo', id))
      expect([name, receipt.state, await differenceOf(receipt, reader), await untold(receipt, reader)]).toEqual([
        name,
        'cancelled',
        undefined,
        [],
      ])
    }
  })
})
