import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { contract } from '#contract/contract.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualClock } from '../core/clock.ts'
import { createServerEventBus } from '../core/events.ts'
import { fairnessHandlers } from '#server/fairness/handlers.ts'
import { termsByTimeOfRelease } from '../terms/termsByTime.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createMarketDataService, type StartableMarketDataService } from './createMarket.ts'
import { loadCurrencyUsesLookup } from '../deposits/currencyUses.ts'
import { marketHandlers } from './handlers.ts'
import { commitOf } from './sim/sim.ts'

let db: Database
let market: StartableMarketDataService
let app: AppContext
const clock = createManualClock(Date.parse('2026-11-20T15:00:00Z'))
const contextOf = (): RequestContext<'open'> => ({
  visitor: undefined,
  sql: db,
  now: clock.now(),
  lang: 'en-us',
  ip: '',
  userAgent: '',
  requestId: undefined,
  afterCommit: () => {},
})

beforeAll(async () => {
  db = await testDatabase()
  market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, byHand: true })
  await market.start()
  app = {
    config: { marketFeed: { kind: 'sim' } } as AppContext['config'],
    clock,
    db,
    market,
    events: createServerEventBus(),
    terms: termsByTimeOfRelease(),
  }
})
afterAll(async () => {
  await market.stop()
  await db.close()
})

const handlers = (of: AppContext) => marketHandlers(of, (sql) => loadCurrencyUsesLookup(sql, of))

const limit = 300
describe('the market calls', () => {
  it('say what can be done with a currency, and what is paused', async () => {
    const calls = handlers({ ...app, config: { ...app.config, env: 'sandbox' } })
    const usesOf = async (name: string) => {
      const found = (await calls.currencies({}, contextOf())).find(({ currency }) => currency === name)
      return [found?.canDeposit, found?.canWithdraw, found?.canFlash, found?.canPledge]
    }
    expect(await usesOf('USDT')).toEqual([true, true, true, false])
    expect(await usesOf('BTC')).toEqual([true, true, true, true])
    expect(await usesOf('DOT')).toEqual([true, true, true, true])
    expect(await usesOf('USD')).toEqual([true, true, false, false])
    expect(await usesOf('JPY')).toEqual([false, false, false, false])
    expect(await usesOf('TIDE')).toEqual([false, false, false, false])
    await db.query(`insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ('*', 'BTC', true, false, 'a test')`)
    expect(await usesOf('BTC')).toEqual([false, true, true, true])
    await db.query('delete from network_pause')
  })

  it('reply in the shape of the contract', async () => {
    const calls = handlers(app)
    const replies = {
      symbols: await calls.symbols({}, contextOf()),
      prices: await calls.prices({ symbol: ['BTCUSDT', 'EURGBP'] }, contextOf()),
      priceDistribution: await calls.priceDistribution({ category: 'crypto' }, contextOf()),
      candles: await calls.candles({ symbol: 'XAUUSD', period: '4h', limit }, contextOf()),
      currencies: await calls.currencies({}, contextOf()),
      rate: await calls.rate({ currency: 'ETH', target: 'JPY' }, contextOf()),
      tickers: await calls.tickers({}, contextOf()),
    }
    for (const [name, reply] of Object.entries(replies)) z.encode(contract.market[name as keyof typeof replies].reply, reply)
    expect(replies.symbols).toHaveLength(34)
    expect(replies.candles).toHaveLength(300)
    expect(replies.priceDistribution.up + replies.priceDistribution.down + replies.priceDistribution.flat).toBe(16)
    const [eth, jpy] = [market.quote('ETHUSDT')!.mid, market.quote('USDJPY')!.mid]
    expect(Number(replies.rate.rate)).toBeCloseTo(Number(eth) * Number(jpy), 3)
    expect(replies.rate).toMatchObject({ feedMode: 'DERIVED', sec: clock.now() / 1000 })
  })

  it('say by what each market can be traded', async () => {
    const listed = await handlers(app).symbols({}, contextOf())
    const of = (name: string) => listed.find(({ symbol }) => symbol === name)?.tradable
    expect(of('BTCUSDT')).toEqual({ spot: true, contract: true, option: true, second: true, flash: true })
    expect(of('XAUUSD')).toEqual({ spot: false, contract: true, option: true, second: true, flash: false })
    expect(of('EURJPY')).toEqual({ spot: false, contract: true, option: false, second: false, flash: false })
  })

  it('find symbols by category, word and id', async () => {
    const { symbols: find } = handlers(app)
    const names = async (query: Parameters<typeof find>[0]) => (await find(query, contextOf())).map(({ symbol }) => symbol)
    expect(await names({ category: 'metal' })).toEqual(['XAUUSD', 'XAGUSD', 'XPTUSD', 'XPDUSD'])
    expect(await names({ keyword: ' gold ' })).toEqual(['XAUUSD'])
    expect(await names({ ids: ['1', 'ETHUSDT'] })).toEqual(['BTCUSDT', 'ETHUSDT'])
  })

  it('are called by what the language calls them, and found by that and by the English name', async () => {
    const calls = handlers(app)
    const find = async (keyword: string, lang: LanguageCode) =>
      (await calls.symbols({ keyword }, { ...contextOf(), lang })).map(({ symbol, name }) => [symbol, name])
    expect(await find('黄金', 'zh-cn')).toEqual([['XAUUSD', '黄金']])
    expect(await find('gold', 'zh-cn')).toEqual([['XAUUSD', '黄金']])
    expect(await find('円', 'jp')).toContainEqual(['USDJPY', '米ドル / 円'])
    expect(await find('gold', 'en-us')).toEqual([['XAUUSD', 'Gold']])
    expect((await calls.currencies({}, { ...contextOf(), lang: 'ko' })).find(({ currency }) => currency === 'KRW')?.name).toBe(
      '대한민국 원',
    )
  })

  it('page back through candles without a gap or a repeat', async () => {
    const { candles } = handlers(app)
    const newest = await candles({ symbol: 'SOLUSDT', period: '15m', limit: 100 }, contextOf())
    const older = await candles({ symbol: 'SOLUSDT', period: '15m', limit: 100, endTime: newest[0]![0] }, contextOf())
    const all = [...older, ...newest].map(([openMs]) => openMs)
    expect(all.every((openMs, at) => at === 0 || all[at - 1]! + 900_000 === openMs)).toBe(true)
  })

  it('refuse what we do not list', async () => {
    const calls = handlers(app)
    expect(() => calls.prices({ symbol: ['BTCUSDT', 'NOPE'] }, contextOf())).toThrow(expect.objectContaining({ refusal: 'symbolUnknown' }))
    expect(() => calls.candles({ symbol: '__proto__', period: '1m', limit }, contextOf())).toThrow(
      expect.objectContaining({ refusal: 'symbolUnknown' }),
    )
    expect(() => calls.rate({ currency: 'BTC', target: 'QQQ' }, contextOf())).toThrow(expect.objectContaining({ refusal: 'validation' }))
    expect(() => calls.rate({ currency: 'KRW', target: 'USD' }, contextOf())).toThrow(expect.objectContaining({ refusal: 'notFound' }))
  })
})

describe('the day seed', () => {
  it('is committed at least a day ahead and shown only when the day is over', async () => {
    const { simSeed } = fairnessHandlers(app)
    const ask = async (day: string, now: string) => simSeed({ day }, { ...contextOf(), now: asInstant(Date.parse(now)) })
    const tomorrow = await ask('2026-11-21', '2026-11-20T15:00:00Z')
    expect(tomorrow.commit).toMatch(/^[0-9a-f]{64}$/)
    expect((await ask('2026-11-22', '2026-11-20T15:00:00Z')).commit).not.toBe(tomorrow.commit)
    expect((await ask('2026-11-20', '2026-11-20T15:59:59.999Z')).seed).toBeNull()
    const over = await ask('2026-11-20', '2026-11-20T16:00:00Z')
    expect(commitOf(Buffer.from(over.seed!, 'hex'))).toBe(over.commit)
    expect([tomorrow.rule, over.rule]).toEqual(['sim2', 'sim2'])
    expect(await ask('2020-01-01', '2026-11-20T16:00:00Z')).toEqual({ day: '2020-01-01', commit: null, seed: null, rule: null })
    await expect(ask('2026-02-30', '2026-11-20T16:00:00Z')).rejects.toMatchObject({ refusal: 'validation' })
  })

  it('once shown, gives back the recorded prices', async () => {
    const { simDay } = await import('#rules/sim/sim2.ts')
    const { createSimMarket } = await import('#rules/sim/markets.ts')
    const { createSeedHmac } = await import('./sim/sim.ts')
    const { dayOf } = await import('#rules/sim/days.ts')
    const { toScaledPrice } = await import('#rules/scaled.ts')
    const [row] = await db.query<{ seed: string }>("select seed from sim_day where day = '2026-11-20'")
    const btc = createSimMarket(symbolSeeds[0]!)
    const sec = clock.now() / 1000
    const first = simDay(createSeedHmac(Buffer.from(row!.seed, 'hex')), dayOf(sec)).next(btc, btc.ref, sec)
    expect(toScaledPrice(market.quote('BTCUSDT')!.mid)).toBe(first)
  })
})

describe('what everyone asks for', () => {
  it('is the same list until the next beat, and no longer than a second', async () => {
    const calls = handlers(app)
    const list = () => calls.symbols({}, contextOf())
    const first = await list()
    expect(await list()).toBe(first)
    expect(await calls.symbols({ category: 'metal' }, contextOf())).toHaveLength(
      first.length -
        (await calls.symbols({ category: 'crypto' }, contextOf())).length -
        (await calls.symbols({ category: 'forex' }, contextOf())).length,
    )
    clock.advance(999)
    await market.step()
    expect((await list())[0]?.stale).toBe(false)
    expect(await calls.tickers({}, contextOf())).toBe(await calls.tickers({}, contextOf()))
    clock.advance(3_001)
    expect((await list())[0]?.stale).toBe(true)
    clock.advance(1_000)
    await market.step()
    expect((await list())[0]?.stale).toBe(false)
    expect(await list()).not.toBe(first)
  })
})
