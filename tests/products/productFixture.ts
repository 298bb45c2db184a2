import { randomUUID } from 'node:crypto'
import { tryCreateUser } from '#account/people.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant, serverDayAt } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { adjustEarnReserveRow } from '#ledger/earnReserve.ts'
import { type AccountType, post } from '#ledger/ledger.ts'
import { readMarketInputsStartingAt } from '#market/record/inputStore.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { createMarketStore } from '#market/record/store.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { negate } from '#rules/decimal.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { helpArticleReader } from '#server/content/sections.ts'
import { productsHandlers, createProductPreviewers } from '#server/products/handlers.ts'
import { type ProductPollState, runDueProductJobs } from '#server/products/engine.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import type { ProductKindsByType } from '#server/products/kindOf.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { secondContractFixture } from '../secondContracts/secondContractFixture.ts'

const order = symbolSeeds.map(({ symbol }) => symbol)

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Earn products on a real database: time is turned by hand, a day's funding is published by hand, what is due is worked when told. */
export async function productFixture(
  over: { env?: 'sandbox' | 'production'; db?: Database; startMs?: number; kinds?: (app: AppContext) => ProductKindsByType } = {},
) {
  const world = await secondContractFixture(over)
  const { app, db, clock, ask } = world
  const kinds = (over.kinds ?? createProductKinds)(app)
  const calls = productsHandlers(app, kinds, helpArticleReader)
  const trading = tradingHandlers(app, [], { ...noPreviewers, ...createProductPreviewers(app, kinds) })
  if (app.config.env === 'sandbox') await fundSandboxReserves(db, clock)
  await seedProducts({ ...app, db }, kinds)

  /** A person with an account: 100,000 in DEMO, verified, and as much real money as asked. */
  async function person({
    real = '0',
    country = 'NZ',
    level = 0,
    kyc = 1,
  }: {
    real?: string
    country?: string
    level?: number
    kyc?: SignedInUser['kycLevel']
  } = {}): Promise<SignedInUser> {
    const row = await tryCreateUser(db, { email: `${randomUUID()}@example.com`, passwordHash: 'x', country, lang: 'en-us' }, clock.now())
    if (!row) throw new Error('the person was not added')
    const { id } = row
    await db.query('update account set kyc_level = $2, level = $3 where id = $1', [id, kyc, level])
    if (real !== '0') await give(id, real)
    return {
      userId: id,
      sessionId: randomUUID(),
      isGuest: false,
      kycLevel: kyc,
      country,
      lang: 'en-us',
      createdAtMs: clock.now() - 60 * dayMs,
    }
  }

  /** Real money out of nowhere, for tests. */
  const give = (userId: string, amount: string, currency = 'USDT') =>
    db.transaction(async (sql) => {
      await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [userId])
      await post(sql, {
        book: accountTypes.real,
        refType: 'test',
        refId: 'gift',
        at: clock.now(),
        legs: [
          { user: userId, currency, bucket: 'AVAIL', amount: asDecimal(amount), type: 1 },
          { house: 'CHAIN_IN', currency, amount: negate(amount) },
        ],
      })
    })

  /** What the reserve of the REAL book holds from now on. */
  const setReserve = (currency: string, amount: string) =>
    db.transaction(async (sql) => {
      const [row] = await sql.query<{ by: string }>(
        'select $2::numeric - coalesce((select amount from earn_reserve where book = 1 and currency = $1), 0) as by',
        [currency, amount],
      )
      const by = asDecimal(row?.by ?? '0')
      if (Number(by) === 0) return
      await post(sql, {
        book: accountTypes.real,
        refType: 'capital',
        refId: 'test',
        at: clock.now(),
        legs: [
          { house: 'RESERVE_EARN', currency, amount: by },
          { house: 'CAPITAL', currency, amount: negate(by) },
        ],
      })
      await adjustEarnReserveRow(sql, accountTypes.real, currency, by)
    })

  /** Publishes the three funding rates of a market on a day. */
  async function publish(day: string, rates: readonly string[] = ['0.0001', '0.000085', '0.00012'], symbol = 'FUND:BTCUSDT') {
    const since = startOfServerDay(day) / 1000
    for (const [n, rate] of rates.entries()) {
      await db.query(
        `insert into published_input (feed, symbol, since_sec, sec, value, mode) values ($1, $2, $3, $3, $4, 'SIM') on conflict do nothing`,
        [app.market.feed, symbol, since + n * 28_800, rate],
      )
    }
  }

  const seen: ProductPollState = { requestedAt: new Map() }
  const work = (state: ProductPollState = { requestedAt: new Map() }) => runDueProductJobs(app, kinds, state)
  /** The clock goes to that moment of the wire; what is due is worked there. */
  const at = async (wire: string) => {
    clock.set(wireTimeToInstant(wire))
    await work()
  }
  /** Publishes each day from today on and turns the clock past 01:00 of the next, working at each. */
  const passDays = async (days: number, rates?: readonly string[]) => {
    for (let n = 0; n < days; n++) {
      const today = serverDayAt(clock.now())
      await publish(today, rates)
      const next = addServerDays(today, 1)
      clock.set(startOfServerDay(next) + 1000)
      await work()
      clock.set(startOfServerDay(next) + hourMs + 1000)
      await work()
    }
  }

  const preview = (visitor: SignedInUser, productId: string, money: string, accountType = 2) =>
    ask(visitor, async (context) => {
      const shown = await trading.preview({ action: 'product', payload: { productId, accountType, money: asDecimal(money) } }, context)
      if (shown.action !== 'product') throw new Error('the preview is of something else')
      return shown
    })
  const buyWith = (visitor: SignedInUser, productId: string, money: string, confirmToken: string | undefined, accountType = 2) =>
    ask(visitor, (context) => calls.buyProduct({ productId, accountType, money: asDecimal(money), confirmToken }, context))

  /** Publishes what mining brings and costs on a day, with the coin's price, in its first second. */
  async function publishMining(day: string, hashprice = '0.00000052', coin = 'BTC', price = '90000') {
    const sinceSec = startOfServerDay(day) / 1000
    const sec = Math.max(sinceSec, (await readNewestRecordedSec(db, app.market.feed)) + 1)
    const known = await readMarketInputsStartingAt(db, app.market.feed, sinceSec, ['KWH'])
    const input = { sinceSec, sec, mode: 'RULE' as const, sources: [] }
    await createMarketStore(db, app.market.feed, order).write(
      [{ sec, prices: new Map([[`${coin}USDT`, { price: toScaledPrice(price), mode: 'SIM' as const }]]) }],
      0,
      [
        { ...input, symbol: `HASHPRICE_${coin}`, value: asDecimal(hashprice) },
        ...(known.size > 0 ? [] : [{ ...input, symbol: 'KWH', value: asDecimal('0.06') }]),
      ],
    )
  }
  const previewMachines = (visitor: SignedInUser, productId: string, num: number, accountType = 2) =>
    ask(visitor, async (context) => {
      const shown = await trading.preview({ action: 'miner', payload: { productId, accountType, num } }, context)
      if (shown.action !== 'miner') throw new Error('the preview is of something else')
      return shown
    })
  const buyMachinesWith = (
    visitor: SignedInUser,
    productId: string,
    num: number,
    confirmToken: string | undefined,
    { accountType = 2, acknowledge = false } = {},
  ) => ask(visitor, (context) => calls.buyMiner({ productId, accountType, num, confirmToken, acknowledge }, context))

  return {
    ...world,
    publishMining,
    previewMachines,
    buyMachinesWith,
    buyMachines: async (visitor: SignedInUser, productId: string, num: number, accountType = 2) =>
      buyMachinesWith(visitor, productId, num, (await previewMachines(visitor, productId, num, accountType)).confirmToken, {
        accountType,
        acknowledge: true,
      }),
    kinds,
    calls,
    trading,
    seen,
    person,
    give,
    setReserve,
    publish,
    work,
    at,
    passDays,
    preview,
    buyWith,
    buy: async (visitor: SignedInUser, productId: string, money: string, accountType = 2) =>
      buyWith(visitor, productId, money, (await preview(visitor, productId, money, accountType)).confirmToken, accountType),
    order: (visitor: SignedInUser, id: string) => ask(visitor, (context) => calls.productOrder({ id }, context)),
    orders: (visitor: SignedInUser, accountType = 2) =>
      ask(visitor, (context) => calls.productOrders({ pageNo: 1, pageSize: 100, accountType }, context)),
    incomes: (visitor: SignedInUser, id: string) =>
      ask(visitor, (context) => calls.productIncomes({ id, pageNo: 1, pageSize: 100 }, context)),
    cancel: (visitor: SignedInUser, id: string) => ask(visitor, (context) => calls.cancelProductOrder({ id }, context)),
    exit: (visitor: SignedInUser, id: string) => ask(visitor, (context) => calls.exitProductOrder({ id }, context)),
    product: (id: string, accountType = 1) =>
      ask(undefined as never, (context) => calls.product({ id, accountType }, { ...context, visitor: undefined })),
    held: async (visitor: SignedInUser, bucket: string, currency = 'USDT', accountType: AccountType = 2) => {
      const [row] = await db.query<{ amount: string }>(
        'select amount from balance where user_id = $1 and book = $2 and currency = $3 and bucket = $4',
        [visitor.userId, accountType, currency, bucket],
      )
      return row?.amount ?? '0'
    },
    reserveOf: async (currency = 'USDT') =>
      (await db.query<{ amount: string }>('select amount from earn_reserve where book = 1 and currency = $1', [currency]))[0]?.amount,
  }
}
