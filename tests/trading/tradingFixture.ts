import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest, ContractOrderRequest, Position, ContractOrderPreviewReply } from '#contract/calls/trading.ts'
import { priceStaleAfterMs } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { Refusal, type RefusalName } from '#contract/refusals.ts'
import type { Database, Sql } from '#db/database.ts'
import { grantDemoBalance } from '#ledger/ledger.ts'
import { createDueMarketInputTracker } from '#market/record/inputs.ts'
import type { MarketDataService, MarketQuote, PriceRecordSecond, SymbolSpec } from '#market/market.ts'
import { createMarketStore } from '#market/record/store.ts'
import { usdtConvertersByCurrency, noUsdtConversion, marketQuoteFromMid } from '#rules/quote.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createServerEventBus, type UserEventMessage } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { secondContractPreviewHandler } from '#server/secondContracts/handlers.ts'
import { spotOrderKindHandler } from '#server/spot/kind.ts'
import { fastTradeOrderKindHandler } from '#server/swap/kind.ts'
import { processContractsOnRecord } from '#server/trading/engine.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { contractOrderKindHandler } from '#server/trading/kind.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { permissiveLegalRecords } from '../support/practiceEverywhere.ts'
import { testDatabase } from '../support/testDatabase.ts'

const d = asDecimal
const spec = (symbol: string, over: Partial<SymbolSpec>): SymbolSpec => ({
  symbol,
  name: symbol,
  base: symbol.slice(0, 3),
  quote: 'USDT',
  category: 'crypto',
  ref: d('1'),
  tick: d('0.01'),
  priceScale: 2,
  qtyStep: d('0.0001'),
  minQty: d('0.0001'),
  maxQty: d('100'),
  contractSize: d('1'),
  spreadBps: d('2'),
  feeRate: d('0.0005'),
  maxLever: { strict: 2, intl: 20, newUser: 5 },
  hot: 1,
  ...over,
})

const forex = {
  category: 'forex',
  qtyStep: d('100'),
  minQty: d('1000'),
  maxQty: d('10000000'),
  feeRate: d('0.00005'),
  maxLever: { strict: 30, intl: 30, newUser: 10 },
} as const
const yen = { ...forex, quote: 'JPY', tick: d('0.001'), priceScale: 3, spreadBps: d('1') }

export const specs: SymbolSpec[] = [
  spec('BTCUSDT', { name: 'Bitcoin' }),
  spec('ETHUSDT', { qtyStep: d('0.001'), minQty: d('0.005'), spreadBps: d('3') }),
  spec('USDJPY', yen),
  spec('EURJPY', yen),
]

/** The market interface, fed by hand: `set` moves prices silently, `record` also tells who listens. */
function handMarket(clock: { now(): number }, db: Database) {
  const inputs = createDueMarketInputTracker(db, { name: 'hand', modeOf: () => 'SIM' }, specs)
  const store = createMarketStore(
    db,
    'hand',
    specs.map(({ symbol }) => symbol),
  )
  const mids = new Map<string, { mid: Decimal; atMs: number }>()
  const listeners = new Set<(record: PriceRecordSecond) => void | Promise<void>>()
  let closed = false
  const find = (symbol: string) => specs.find((each) => each.symbol === symbol)
  const quote = (symbol: string): MarketQuote | undefined => {
    const last = mids.get(symbol)
    const of = find(symbol)
    if (!last || !of) return undefined
    const sec = Math.floor(last.atMs / 1000)
    return {
      ...marketQuoteFromMid(last.mid, of.spreadBps, of.tick),
      sec,
      atMs: last.atMs,
      feedMode: 'SIM',
      stale: clock.now() - last.atMs > priceStaleAfterMs,
    }
  }
  const market: MarketDataService = {
    feed: 'hand',
    specs,
    spec: find,
    quote,
    conversion: (currency) => {
      const by = usdtConvertersByCurrency[currency]
      if (!by) return noUsdtConversion
      const rate = mids.get(by.symbol)
      return rate && { rate: rate.mid, by: by.by }
    },
    isOpen: () => !closed,
    onRecord: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Trading asks nothing of the board, and shows nothing on the beat.
    get board(): never {
      throw new Error('no board here')
    },
    onBeat: () => () => {},
  }
  const set = (prices: Record<string, string>) => {
    for (const [symbol, mid] of Object.entries(prices)) mids.set(symbol, { mid: d(mid), atMs: clock.now() })
  }
  /** What is due beside the prices of this second, as a market that records does it. */
  const publish = async () => {
    const due = await inputs.due([Math.floor(clock.now() / 1000)])
    if (due.length > 0) await store.write([], 0, due)
    inputs.done(due)
  }
  return {
    market,
    set,
    publish,
    close: (isClosed: boolean) => {
      closed = isClosed
    },
    async record(prices: Record<string, string>) {
      set(prices)
      await publish()
      const record: PriceRecordSecond = {
        sec: Math.floor(clock.now() / 1000),
        prices: new Map(Object.entries(prices) as [string, Decimal][]),
      }
      for (const listener of listeners) await listener(record)
    },
  }
}

type Calls = ReturnType<typeof tradingHandlers>
interface Contracts {
  preview: ContractOrderPreviewReply
  openPosition: Position
  closePosition: Position
  cancelLimit: Position
  positions: Omit<Awaited<ReturnType<Calls['positions']>>, 'records'> & { records: Position[] }
}
type ContractCalls = {
  [N in keyof Calls]: (...asked: Parameters<Calls[N]>) => Promise<N extends keyof Contracts ? Contracts[N] : Awaited<ReturnType<Calls[N]>>>
}

/** 2026-11-21 00:00:00 UTC+8. */
export const startMs = 1_795_190_400_000
let people = 0

export async function tradingFixture(over: { env?: 'sandbox' | 'production'; db?: Database } = {}) {
  const db = over.db ?? (await testDatabase())
  const clock = createManualClock(startMs)
  const hand = handMarket(clock, db)
  const events = createServerEventBus()
  const told: UserEventMessage[] = []
  events.onToUser((message) => told.push(message))
  const app: AppContext = {
    config: { env: over.env ?? 'sandbox' } as AppContext['config'],
    clock,
    db,
    market: hand.market,
    events,
    terms: termsByTimeOfRelease(),
    legal: permissiveLegalRecords,
  }
  const calls = tradingHandlers(app, [contractOrderKindHandler(app), spotOrderKindHandler(app), fastTradeOrderKindHandler(app)], {
    ...noPreviewers,
    second: secondContractPreviewHandler(app),
  })
  // Most tests ask for contracts and nothing else.
  const trading = calls as ContractCalls
  const wallet = walletHandlers(app)

  async function person(also: Partial<SignedInUser> = {}): Promise<SignedInUser> {
    const visitor: SignedInUser = {
      userId: String(1000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs - 60 * 86_400_000,
      ...also,
    }
    await db.transaction((sql) => grantDemoBalance(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it: a transaction around it, effects after the commit. */
  async function ask<T>(
    visitor: SignedInUser,
    call: (context: RequestContext) => T | Promise<T>,
    wrap: (sql: Sql) => Sql = (sql) => sql,
  ): Promise<T> {
    const effects: (() => void)[] = []
    const reply = await db.transaction(async (sql) => {
      effects.length = 0
      return call({
        visitor,
        sql: wrap(sql),
        now: clock.now(),
        lang: 'en-us',
        ip: '::1',
        userAgent: '',
        requestId: 'r',
        afterCommit: (effect) => effects.push(effect),
      })
    })
    for (const effect of effects) effect()
    return reply
  }

  const preview = (visitor: SignedInUser, order: ContractOrderRequest) =>
    ask(visitor, (context) => trading.preview({ action: 'position', payload: order }, context))
  const place = (visitor: SignedInUser, order: ContractOrderRequest, confirmToken?: string) =>
    ask(visitor, (context) => trading.openPosition({ ...order, confirmToken }, context))
  /** The same for any kind of order. */
  const previewAny = <A extends AnyPosTypeOrderRequest>(visitor: SignedInUser, asked: A) =>
    ask(visitor, async (context) =>
      requireOrderKind(asked.posType as A['posType'], await calls.preview({ action: 'position', payload: asked }, context)),
    )
  const placeAny = <A extends AnyPosTypeOrderRequest>(visitor: SignedInUser, asked: A, confirmToken?: string, wrap?: (sql: Sql) => Sql) =>
    ask(
      visitor,
      async (context) => requireOrderKind(asked.posType as A['posType'], await calls.openPosition({ ...asked, confirmToken }, context)),
      wrap,
    )
  return {
    app,
    db,
    clock,
    hand,
    told,
    calls,
    previewAny,
    placeAny,
    trading,
    wallet,
    person,
    ask,
    preview,
    place,
    open: async (visitor: SignedInUser, order: ContractOrderRequest) => place(visitor, order, (await preview(visitor, order)).confirmToken),
    close: (visitor: SignedInUser, id: string) => ask(visitor, (context) => trading.closePosition({ id }, context)),
    engine: (record: PriceRecordSecond) => processContractsOnRecord(app, record),
    balance: async (visitor: SignedInUser) => {
      const [usdt] = await ask(visitor, (context) => wallet.balances({ accountType: 2 }, context))
      if (!usdt) throw new Error('no USDT line')
      return { available: usdt.available, margin: usdt.margin }
    },
    /** Records of this person after the grant, oldest first, as `bucket type amount → after`. */
    lines: async (visitor: SignedInUser) => {
      const page = await ask(visitor, (context) => wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 2 }, context))
      return page.records
        .toReversed()
        .slice(1)
        .map((line) => `${line.bucket} ${line.type} ${line.amount} → ${line.balanceAfter}`)
    },
    houseHas: async (bucket: string) => {
      const [row] = await db.query<{ amount: Decimal }>(
        'select coalesce(sum(amount), 0) as amount from leg where user_id is null and bucket = $1',
        [bucket],
      )
      return row?.amount
    },
  }
}

export const order = (over: Partial<ContractOrderRequest> = {}): ContractOrderRequest => ({
  accountType: 2,
  posType: 2,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 50,
  lever: 10,
  ...(over.money === undefined && { quantity: d('0.1') }),
  ...over,
})

/** The refusal that this ends with; anything else fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<{ name: RefusalName; detail: Record<string, unknown> }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error(`no refusal but ${String(error)}`)
  return { name: error.refusal, detail: error.detail }
}
