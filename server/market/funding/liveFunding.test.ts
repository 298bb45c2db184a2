import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualClock } from '../../core/clock.ts'
import { loopbackExchange, until } from '../../../tests/support/nodes/loopbackExchange.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { createMarketDataService } from '../createMarket.ts'
import { createManualFeed } from '../feeds/manualFeed.ts'
import { type LiveFundingRateTracker, createLiveFundingRateTracker } from '../feeds/liveFunding.ts'
import { medianFundingRate } from './medianFunding.ts'
import { binanceFundingAdapter, bybitFundingAdapter, fundingRateAdapters, okxFundingAdapter } from '../sources/fundingSources.ts'

/** 16:00 UTC+8, a moment of funding. */
const dueSec = Date.parse('2026-11-23T08:00:00Z') / 1000
const dueMs = dueSec * 1000

// As the exchanges send it.
const binanceMark = (r: string, T = dueMs) =>
  `{"stream":"btcusdt@markPrice","data":{"e":"markPriceUpdate","E":${dueMs - 3000},"s":"BTCUSDT","p":"86912.10000000","P":"86901.11230000","i":"86950.42739130","r":"${r}","T":${T}}}`
const bybitSnapshot = (rate: string, T = dueMs) =>
  `{"topic":"tickers.BTCUSDT","type":"snapshot","data":{"symbol":"BTCUSDT","tickDirection":"PlusTick","price24hPcnt":"0.017103","lastPrice":"86910.00","markPrice":"86912.31","indexPrice":"86950.22","openInterest":"68744.761","nextFundingTime":"${T}","fundingRate":"${rate}","bid1Price":"86909.90","ask1Price":"86910.00"},"cs":24987956059,"ts":1673272861686}`
const bybitDelta = (fields: string) =>
  `{"topic":"tickers.BTCUSDT","type":"delta","data":{"symbol":"BTCUSDT",${fields}},"cs":24987956060,"ts":1673272861787}`
const okxFundingRate = (rate: string, T = dueMs) =>
  `{"arg":{"channel":"funding-rate","instId":"BTC-USDT-SWAP"},"data":[{"fundingRate":"${rate}","fundingTime":"${T}","instId":"BTC-USDT-SWAP","instType":"SWAP","method":"current_period","maxFundingRate":"0.00375","minFundingRate":"-0.00375","nextFundingRate":"","nextFundingTime":"${T + 28_800_000}","premium":"0.0001233","settFundingRate":"0.0001418","settState":"settled","ts":"${dueMs - 3000}"}]}`

describe('what the exchanges send of funding', () => {
  it('is read with its exact digits and its moment', () => {
    expect(binanceFundingAdapter.read(binanceMark('0.00010000'))).toEqual([{ product: 'BTCUSDT', raw: '0.00010000', dueMs }])
    expect(bybitFundingAdapter.read(bybitSnapshot('-0.000212'))).toEqual([{ product: 'BTCUSDT', raw: '-0.000212', dueMs }])
    expect(bybitFundingAdapter.read(bybitDelta('"markPrice":"86912.32"'))).toEqual([{ product: 'BTCUSDT' }])
    expect(okxFundingAdapter.read(okxFundingRate('0.0001875391284828'))).toEqual([
      { product: 'BTC-USDT-SWAP', raw: '0.0001875391284828', dueMs },
    ])
  })

  it.each(fundingRateAdapters)('of another kind or unreadable is passed over ($name)', ({ read }) => {
    for (const message of ['{"success":true,"op":"subscribe"}', '{"event":"subscribe","arg":{}}', '{"result":null,"id":1}', 'null', '[]'])
      expect(read(message)).toEqual([])
    for (const rate of ['1e-4', 'NaN', '', '--0.1', '55'])
      for (const message of [binanceMark(rate), bybitSnapshot(rate), okxFundingRate(rate)]) expect(read(message)).toEqual([])
    expect(() => read('<html>')).toThrow('JSON')
  })
})

describe('the rate of a charge', () => {
  const of = (...rates: string[]) => rates.map((raw, n) => ({ source: `s${n}`, raw, atMs: dueMs - 1000 }))
  const rateOf = (...rates: string[]) => medianFundingRate(of(...rates), dueMs)?.rate

  it('is the median of those that agree, capped at 0.30 %', () => {
    expect(rateOf('0.0001', '0.00012', '0.0003')).toBe('0.00012')
    expect(rateOf('-0.0001', '0.0001')).toBe('0')
    expect(rateOf('0.0001', '0.00012', '0.09')).toBe('0.00012')
    expect(rateOf('0.0101', '0.0102', '0.0103')).toBe('0.003')
    expect(rateOf('-0.0101', '-0.0102', '-0.0103')).toBe('-0.003')
  })

  it('is none when fewer than two agree or are fresh', () => {
    expect(rateOf('0.0001')).toBeUndefined()
    expect(rateOf('0.0001', '0.0012')).toBeUndefined()
    expect(rateOf('-0.002', '0.0001', '0.002')).toBeUndefined()
    const stale = of('0.0001', '0.00012').map((rate, n) => (n === 0 ? { ...rate, atMs: dueMs - 120_001 } : rate))
    expect(medianFundingRate(stale, dueMs)).toBeUndefined()
  })
})

describe('a live market', () => {
  let there: Awaited<ReturnType<typeof loopbackExchange>>[]
  let funding: LiveFundingRateTracker
  let clock: ReturnType<typeof createManualClock>
  const lost: string[] = []
  beforeEach(async () => {
    there = [await loopbackExchange(), await loopbackExchange(), await loopbackExchange()]
    clock = createManualClock(dueMs - 60_000)
    const sources = fundingRateAdapters.map((dialect, n) => ({ ...dialect, url: there[n]!.url }))
    const timing = { silentMs: 60_000, firstRetryMs: 5, mostRetryMs: 20 }
    funding = createLiveFundingRateTracker({ sources, clock, report: (words) => void lost.push(words), timing })
    funding.start()
    await until(() => there.every(({ lines }) => lines === 1) && there[1]!.asked.length === 2 && there[2]!.asked.length === 2)
  })
  afterEach(() => {
    funding.stop()
    for (const funding of there) funding.stop()
  })
  const say = async (n: number, message: string) => {
    there[n]!.say(message)
    await there[n]!.heard()
  }
  const rate = () => funding.at('BTCUSDT', dueSec)?.rate

  it('asks three exchanges by their own names, and gives their median with what each said', async () => {
    expect(there[0]!.asked[0]).toContain('?streams=btcusdt@markPrice/ethusdt@markPrice')
    expect(JSON.parse(there[1]!.asked[1]!)).toMatchObject({
      op: 'subscribe',
      args: expect.arrayContaining(['tickers.BTCUSDT', 'tickers.TONUSDT']),
    })
    expect(JSON.parse(there[2]!.asked[1]!)).toMatchObject({
      op: 'subscribe',
      args: expect.arrayContaining([{ channel: 'funding-rate', instId: 'TON-USDT-SWAP' }]),
    })
    await say(0, binanceMark('0.00010000'))
    expect(rate()).toBeUndefined()
    await say(1, bybitSnapshot('0.00018'))
    await say(2, okxFundingRate('0.00025'))
    expect(funding.at('BTCUSDT', dueSec)).toEqual({
      rate: '0.00018',
      sources: ['binance-futures=0.00010000', 'bybit-linear=0.00018', 'okx-swap=0.00025'],
    })
    expect(funding.at('BTCUSDT', dueSec + 28_800)).toBeUndefined()
    expect(funding.at('ETHUSDT', dueSec)).toBeUndefined()
  })

  it('takes what changed together with what stands, and nothing about a charge that is over', async () => {
    await say(0, binanceMark('0.00010000'))
    await say(1, bybitSnapshot('0.00018'))
    await say(1, bybitDelta('"fundingRate":"0.00012"'))
    expect(rate()).toBe('0.00011')
    // A delta of anything says that the rate stands as it was.
    clock.set(dueMs - 1000)
    await say(1, bybitDelta('"markPrice":"86912.32"'))
    await say(0, binanceMark('0.00010000'))
    clock.set(dueMs + 500)
    await say(0, binanceMark('0.00090000'))
    await say(1, bybitDelta(`"fundingRate":"0.0005","nextFundingTime":"${dueMs + 28_800_000}"`))
    await say(0, binanceMark('0.00060000', dueMs + 28_800_000))
    expect(rate()).toBe('0.00011')
    expect(funding.at('BTCUSDT', dueSec + 28_800)?.rate).toBe('0.00055')
  })

  it('has no rate when sources are stale, missing or contradict one another', async () => {
    clock.set(dueMs - 130_000)
    await say(0, binanceMark('0.00010000'))
    await say(1, bybitSnapshot('0.00011'))
    expect(rate()).toBe('0.000105')
    clock.set(dueMs + 1000)
    expect(rate()).toBeUndefined()
    clock.set(dueMs - 5000)
    await say(2, okxFundingRate('0.0001'))
    expect(rate()).toBeUndefined()
    await say(0, binanceMark('-0.00190000'))
    expect(rate()).toBeUndefined()
    await say(0, binanceMark('0.00020000'))
    expect(rate()).toBe('0.00015')
    there[1]!.hangUp()
    await until(() => lost.length > 0)
    expect(lost[0]).toContain('bybit-linear')
  })
})

describe('the record of a live market', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db.close())

  it('holds the rate and what each source said, in the second of the charge; a market without a rate has none', async () => {
    const clock = createManualClock(dueMs - 3000)
    const honest = createManualFeed(symbolSeeds, 'LIVE')
    const announced = { rate: '0.00018', sources: ['binance-futures=0.0001', 'bybit-linear=0.00018', 'okx-swap=0.00025'] } as never
    const feed = { ...honest, funding: (symbol: string, sec: number) => (symbol === 'BTCUSDT' && sec === dueSec ? announced : undefined) }
    honest.put({ BTCUSDT: '86912', ETHUSDT: '3000' })
    const market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed, byHand: true })
    await market.start()
    for (let n = 0; n < 6; n++) {
      clock.advance(1000)
      await market.step()
    }
    await market.stop()
    expect(await db.query("select symbol, sec, value, mode, sources from published_input where symbol like 'FUND:%'")).toEqual([
      {
        symbol: 'FUND:BTCUSDT',
        sec: String(dueSec),
        value: '0.00018',
        mode: 'LIVE',
        sources: 'binance-futures=0.0001,bybit-linear=0.00018,okx-swap=0.00025',
      },
    ])
  })
})
