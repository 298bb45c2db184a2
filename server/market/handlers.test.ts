import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { contract } from '#contract/contract.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import { handClock } from '#server/clock.ts'
import { createEvents } from '#server/events.ts'
import { fairnessHandlers } from '#server/fairness/handlers.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createMarket, type RunningMarket } from './createMarket.ts'
import { marketHandlers } from './handlers.ts'
import { commitOf } from './sim.ts'

let db: Database
let market: RunningMarket
let house: House
const clock = handClock(Date.parse('2026-11-20T15:00:00Z'))
const asking = (): Asking<'open'> => ({
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
  market = createMarket({ config: { marketFeed: { kind: 'sim' } }, clock, db, byHand: true })
  await market.start()
  house = { config: { marketFeed: { kind: 'sim' } } as House['config'], clock, db, market, events: createEvents() }
})
afterAll(async () => {
  await market.stop()
  await db.close()
})

const limit = 300
describe('the market calls', () => {
  it('say what can be done with a currency, and what is paused', async () => {
    const calls = marketHandlers({ ...house, config: { ...house.config, env: 'sandbox' } })
    const usesOf = async (name: string) => {
      const found = (await calls.currencies({}, asking())).find(({ currency }) => currency === name)
      return [found?.canDeposit, found?.canWithdraw, found?.canFlash, found?.canPledge]
    }
    expect(await usesOf('USDT')).toEqual([true, true, true, false])
    expect(await usesOf('BTC')).toEqual([true, true, true, true])
    expect(await usesOf('DOT')).toEqual([true, true, true, true])
    expect(await usesOf('USD')).toEqual([false, true, false, false])
    expect(await usesOf('JPY')).toEqual([false, false, false, false])
    expect(await usesOf('TIDE')).toEqual([false, false, false, false])
    await db.query(`insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ('*', 'BTC', true, false, 'a test')`)
    expect(await usesOf('BTC')).toEqual([false, true, true, true])
    await db.query('delete from network_pause')
  })

  it('reply in the shape of the contract', async () => {
    const calls = marketHandlers(house)
    const replies = {
      symbols: await calls.symbols({}, asking()),
      prices: await calls.prices({ symbol: ['BTCUSDT', 'EURGBP'] }, asking()),
      priceDistribution: await calls.priceDistribution({ category: 'crypto' }, asking()),
      candles: await calls.candles({ symbol: 'XAUUSD', period: '4h', limit }, asking()),
      currencies: await calls.currencies({}, asking()),
      rate: await calls.rate({ currency: 'ETH', target: 'JPY' }, asking()),
      tickers: await calls.tickers({}, asking()),
    }
    for (const [name, reply] of Object.entries(replies)) z.encode(contract.market[name as keyof typeof replies].reply, reply)
    expect(replies.symbols).toHaveLength(34)
    expect(replies.candles).toHaveLength(300)
    expect(replies.priceDistribution.up + replies.priceDistribution.down + replies.priceDistribution.flat).toBe(16)
    const [eth, jpy] = [market.quote('ETHUSDT')!.mid, market.quote('USDJPY')!.mid]
    expect(Number(replies.rate.rate)).toBeCloseTo(Number(eth) * Number(jpy), 3)
    expect(replies.rate).toMatchObject({ feedMode: 'DERIVED', sec: clock.now() / 1000 })
  })

  it('find symbols by category, word and id', async () => {
    const { symbols: find } = marketHandlers(house)
    const names = async (asked: Parameters<typeof find>[0]) => (await find(asked, asking())).map(({ symbol }) => symbol)
    expect(await names({ category: 'metal' })).toEqual(['XAUUSD', 'XAGUSD', 'XPTUSD', 'XPDUSD'])
    expect(await names({ keyword: ' gold ' })).toEqual(['XAUUSD'])
    expect(await names({ ids: ['1', 'ETHUSDT'] })).toEqual(['BTCUSDT', 'ETHUSDT'])
  })

  it('are called by what the language calls them, and found by that and by the English name', async () => {
    const calls = marketHandlers(house)
    const find = async (keyword: string, lang: LanguageCode) =>
      (await calls.symbols({ keyword }, { ...asking(), lang })).map(({ symbol, name }) => [symbol, name])
    expect(await find('黄金', 'zh-cn')).toEqual([['XAUUSD', '黄金']])
    expect(await find('gold', 'zh-cn')).toEqual([['XAUUSD', '黄金']])
    expect(await find('円', 'jp')).toContainEqual(['USDJPY', '米ドル / 円'])
    expect(await find('gold', 'en-us')).toEqual([['XAUUSD', 'Gold']])
    expect((await calls.currencies({}, { ...asking(), lang: 'ko' })).find(({ currency }) => currency === 'KRW')?.name).toBe('대한민국 원')
  })

  it('page back through candles without a gap or a repeat', async () => {
    const { candles } = marketHandlers(house)
    const newest = await candles({ symbol: 'SOLUSDT', period: '15m', limit: 100 }, asking())
    const older = await candles({ symbol: 'SOLUSDT', period: '15m', limit: 100, endTime: newest[0]![0] }, asking())
    const all = [...older, ...newest].map(([openMs]) => openMs)
    expect(all.every((openMs, at) => at === 0 || all[at - 1]! + 900_000 === openMs)).toBe(true)
  })

  it('refuse what we do not list', async () => {
    const calls = marketHandlers(house)
    expect(() => calls.prices({ symbol: ['BTCUSDT', 'NOPE'] }, asking())).toThrow(expect.objectContaining({ refusal: 'symbolUnknown' }))
    expect(() => calls.candles({ symbol: '__proto__', period: '1m', limit }, asking())).toThrow(
      expect.objectContaining({ refusal: 'symbolUnknown' }),
    )
    expect(() => calls.rate({ currency: 'BTC', target: 'QQQ' }, asking())).toThrow(expect.objectContaining({ refusal: 'validation' }))
    expect(() => calls.rate({ currency: 'KRW', target: 'USD' }, asking())).toThrow(expect.objectContaining({ refusal: 'notFound' }))
  })
})

describe('the day seed', () => {
  it('is committed at least a day ahead and shown only when the day is over', async () => {
    const { simSeed } = fairnessHandlers(house)
    const ask = async (day: string, now: string) => simSeed({ day }, { ...asking(), now: asInstant(Date.parse(now)) })
    const tomorrow = await ask('2026-11-21', '2026-11-20T15:00:00Z')
    expect(tomorrow.commit).toMatch(/^[0-9a-f]{64}$/)
    expect((await ask('2026-11-22', '2026-11-20T15:00:00Z')).commit).not.toBe(tomorrow.commit)
    expect((await ask('2026-11-20', '2026-11-20T15:59:59.999Z')).seed).toBeNull()
    const over = await ask('2026-11-20', '2026-11-20T16:00:00Z')
    expect(commitOf(Buffer.from(over.seed!, 'hex'))).toBe(over.commit)
    expect(await ask('2020-01-01', '2026-11-20T16:00:00Z')).toEqual({ day: '2020-01-01', commit: null, seed: null })
    await expect(ask('2026-02-30', '2026-11-20T16:00:00Z')).rejects.toMatchObject({ refusal: 'validation' })
  })

  it('once shown, gives back the recorded prices', async () => {
    const { drawOf, nextPrice, sigmaPpb } = await import('./sim.ts')
    const { toScaled } = await import('./scaled.ts')
    const [row] = await db.query<{ seed: string }>("select seed from sim_day where day = '2026-11-20'")
    const btc = symbols[0]!
    const first = nextPrice(
      toScaled(btc.ref),
      toScaled(btc.ref),
      sigmaPpb(0.55),
      drawOf(Buffer.from(row!.seed, 'hex'), 'BTCUSDT', clock.now() / 1000),
    )
    expect(toScaled(market.quote('BTCUSDT')!.mid)).toBe(first)
  })
})

describe('what everyone asks for', () => {
  it('is the same list until the next beat, and no longer than a second', async () => {
    const calls = marketHandlers(house)
    const list = () => calls.symbols({}, asking())
    const first = await list()
    expect(await list()).toBe(first)
    expect(await calls.symbols({ category: 'metal' }, asking())).toHaveLength(
      first.length -
        (await calls.symbols({ category: 'crypto' }, asking())).length -
        (await calls.symbols({ category: 'forex' }, asking())).length,
    )
    clock.advance(999)
    await market.step()
    expect((await list())[0]?.stale).toBe(false)
    expect(await calls.tickers({}, asking())).toBe(await calls.tickers({}, asking()))
    clock.advance(3_001)
    expect((await list())[0]?.stale).toBe(true)
    clock.advance(1_000)
    await market.step()
    expect((await list())[0]?.stale).toBe(false)
    expect(await list()).not.toBe(first)
  })
})
