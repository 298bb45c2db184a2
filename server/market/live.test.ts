import { afterEach, describe, expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualClock, systemClock } from '../core/clock.ts'
import { loopbackExchange, until } from '../../tests/support/nodes/loopbackExchange.ts'
import { createLiveFeed } from './feeds/liveFeed.ts'
import { createLiveFundingRateTracker } from './feeds/liveFunding.ts'
import type { SymbolSpec } from './market.ts'
import { maxSourceDeviationBps, computeMedianIndexPrice } from './funding/medianIndex.ts'
import {
  binancePriceAdapter,
  coinbasePriceAdapter,
  exchangePriceAdapters,
  krakenPriceAdapter,
  okxPriceAdapter,
} from './sources/exchanges.ts'
import { bybitFundingAdapter, okxFundingAdapter } from './sources/fundingSources.ts'
import { createExchangePriceConnection } from './sources/source.ts'

const specs: readonly SymbolSpec[] = symbolSeeds
const open: { stop(): void; heard?: () => Promise<unknown> }[] = []
afterEach(() => open.splice(0).forEach((opened) => opened.stop()))

const exchange = async () => {
  const there = await loopbackExchange()
  open.push(there)
  return there
}

/** All that the exchanges have said is read. */
const settle = () => Promise.all(open.map((one) => one.heard?.() ?? Promise.resolve()))

const coinbaseTick = (price: string) =>
  JSON.stringify({ type: 'ticker', sequence: 1, product_id: 'BTC-USD', price, best_bid: price, best_ask: price })
const binanceTick = (bid: string, ask: string) =>
  JSON.stringify({ stream: 'btcusdt@bookTicker', data: { u: 1, s: 'BTCUSDT', b: bid, B: '1', a: ask, A: '1' } })
const krakenTick = (bid: string, ask: string) =>
  `{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":${bid},"bid_qty":1.5,"ask":${ask},"ask_qty":0.1,"last":${bid}}]}`

const okxTick = (instId: string, bidPx: string, askPx: string) =>
  JSON.stringify({ arg: { channel: 'tickers', instId }, data: [{ instType: 'SPOT', instId, last: bidPx, askPx, bidPx, ts: '1' }] })

describe('what the exchanges say', () => {
  it('is read with its exact digits', () => {
    expect(coinbasePriceAdapter.read(coinbaseTick('90000.123456789012345'))).toEqual([
      { product: 'BTC-USD', raw: '90000.123456789012345', price: '90000.123456789012345' },
    ])
    expect(binancePriceAdapter.read(binanceTick('90000.01', '90000.02'))).toEqual([
      { product: 'BTCUSDT', raw: '90000.01/90000.02', price: '90000.015' },
    ])
    expect(krakenPriceAdapter.read(krakenTick('0.16000000000000001', '0.16000000000000003'))[0]!.price).toBe('0.16000000000000002')
    expect(okxPriceAdapter.read(okxTick('BTC-USDT', '90000.1', '90000.2'))).toEqual([
      { product: 'BTC-USDT', raw: '90000.1/90000.2', price: '90000.15' },
    ])
  })

  it.each([coinbasePriceAdapter, binancePriceAdapter, krakenPriceAdapter, okxPriceAdapter])(
    'of another kind is passed over ($name)',
    ({ read }) => {
      for (const said of [
        '{"type":"subscriptions"}',
        '{"result":null,"id":1}',
        '{"channel":"heartbeat"}',
        'null',
        '[]',
        '{"data":{"s":"BTCUSDT","b":"x"}}',
      ])
        expect(read(said)).toEqual([])
      expect(() => read('<html>')).toThrow('JSON')
    },
  )
})

const at = (...prices: number[]) =>
  prices.map((price, n) => ({ source: `s${n}`, raw: `${price}`, price: BigInt(price) * 10n ** 10n, atMs: 10_000 }))

describe('the index', () => {
  const band = maxSourceDeviationBps(specs.find(({ symbol }) => symbol === 'BTCUSDT')!)

  it('is the median, needs two good sources, and quarantines who is far off', () => {
    expect(computeMedianIndexPrice(at(100_000, 100_010, 100_020), band, 10_000)).toMatchObject({
      price: 1_000_100_000_000_000n,
      quarantined: [],
    })
    expect(computeMedianIndexPrice(at(100_000, 100_010, 150_000), band, 10_000)).toMatchObject({
      price: 1_000_100_000_000_000n,
      quarantined: ['s2'],
    })
    expect(computeMedianIndexPrice(at(100_000, 150_000), band, 10_000)).toBeUndefined()
    expect(computeMedianIndexPrice(at(100_000), band, 10_000)).toBeUndefined()
    expect(computeMedianIndexPrice(at(100_000, 100_010, 100_020), band, 15_001)).toBeUndefined()
  })
})

describe('a line to an exchange', () => {
  const timing = { silentMs: 300, firstRetryMs: 5, mostRetryMs: 20 }

  it('asks, is cut when silent, comes back, and stays single through a hundred drops', async () => {
    const there = await exchange()
    const heard: string[] = []
    const lost: string[] = []
    const source = createExchangePriceConnection(
      { ...coinbasePriceAdapter, url: there.url },
      { ...timing, onPrice: ({ price }) => void heard.push(price), onLost: (why) => void lost.push(why) },
    )
    open.push(source)
    source.start()
    await until(() => there.asked.length >= 2)
    expect(JSON.parse(there.asked[1]!)).toMatchObject({ type: 'subscribe', channels: ['ticker', 'heartbeat'] })
    await until(() => lost.includes('silent') && there.lines === 1)
    for (let drop = 0; drop < 100; drop++) {
      await until(() => there.lines === 1)
      const before = heard.length
      await until(() => {
        there.say(coinbaseTick(`${90_000 + drop}`))
        return heard.length > before
      })
      there.hangUp()
      await until(() => there.lines === 0)
    }
    await until(() => there.lines === 1)
    expect(there.mostLines).toBe(1)
    source.stop()
    await until(() => there.lines === 0)
    const after = there.connections
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(there.connections).toBe(after)
  })

  it.each([
    [okxFundingAdapter, 'ping'],
    [bybitFundingAdapter, '{"op":"ping"}'],
  ])('is kept open by what $name wants to be sent, on each connection', async (dialect, ping) => {
    const there = await exchange()
    const funding = createLiveFundingRateTracker({
      sources: [{ ...dialect, url: there.url }],
      clock: createManualClock(0),
      report: () => {},
      timing: { ...timing, silentMs: 60_000, pingEveryMs: 10 },
    })
    open.push(funding)
    funding.start()
    const pings = () => there.asked.filter((text) => text === ping).length
    await until(() => pings() >= 2)
    there.say('pong')
    there.hangUp()
    await until(() => there.connections === 2 && there.lines === 1)
    const before = pings()
    await until(() => pings() >= before + 2)
  })

  it('passes over nonsense, and waits for an exchange that is not there', async () => {
    const there = await exchange()
    const heard: string[] = []
    const source = createExchangePriceConnection(
      { ...coinbasePriceAdapter, url: there.url },
      { ...timing, onPrice: ({ price }) => void heard.push(price) },
    )
    open.push(source)
    source.start()
    await until(() => there.lines === 1)
    for (const price of ['0', '-5', '1e5', 'NaN', '99999999999999999999', '']) there.say(coinbaseTick(price))
    there.say('not json')
    there.say(coinbaseTick('90000.5'))
    await until(() => heard.length === 1)
    expect(heard).toEqual(['90000.5'])
    const lost: string[] = []
    const nowhere = createExchangePriceConnection(
      { ...coinbasePriceAdapter, url: 'ws://127.0.0.1:1' },
      { ...timing, onPrice: () => {}, onLost: (why) => void lost.push(why) },
    )
    open.push(nowhere)
    nowhere.start()
    await until(() => lost.length > 3)
  })
})

describe('the live feed', () => {
  it('records the median with what each said, drops stale sources, and never makes a price up', async () => {
    const [c, b, k, o] = [await exchange(), await exchange(), await exchange(), await exchange()]
    const clock = createManualClock(Date.parse('2026-11-23T04:00:00Z'))
    const reports: string[] = []
    const feed = createLiveFeed({
      specs,
      exchanges: exchangePriceAdapters,
      clock,
      urls: { coinbase: c.url, binance: b.url, kraken: k.url, okx: o.url },
      report: (message) => void reports.push(message),
    })
    open.push(feed)
    feed.start()
    feed.resume(undefined, clock.now())
    await until(() => c.lines + b.lines + k.lines + o.lines === 4)
    expect(b.asked[0]).toContain('?streams=btcusdt@bookTicker/ethusdt@bookTicker')
    const next = () => {
      clock.advance(1000)
      return feed.due(clock.now())[0]!
    }
    expect(next().prices.size).toBe(0)
    c.say(coinbaseTick('90000.00'))
    await settle()
    expect(next().prices.size).toBe(0)
    b.say(binanceTick('90009.99', '90010.01'))
    k.say(krakenTick('90020.0', '90020.2'))
    await settle()
    const second = next()
    expect([...second.prices]).toEqual([['BTCUSDT', 900_100_000_000_000n]])
    expect(second.raw).toBe('BTCUSDT|3|binance=90009.99/90010.01,coinbase=90000.00,kraken=90020.0/90020.2')
    expect(feed.closedBecause?.('BTCUSDT', clock.now())).toBeUndefined()
    k.say(krakenTick('190000.0', '190000.2'))
    await settle()
    expect(next().prices.get('BTCUSDT')).toBe(900_100_000_000_000n)
    expect(reports).toContain('BTCUSDT: out of band, quarantined: kraken')
    clock.advance(6000)
    expect(next().prices.size).toBe(0)
    expect(feed.modeOf('BTCUSDT')).toBe('LIVE')
    // Two fresh ones are needed; the market says why it is closed, and opens again when they are back.
    expect(feed.closedBecause?.('BTCUSDT', clock.now())).toBe('silent')
    c.say(coinbaseTick('90000.00'))
    o.say(okxTick('BTC-USDT', '90000.00', '90000.00'))
    await settle()
    expect(feed.closedBecause?.('BTCUSDT', clock.now())).toBeUndefined()
    expect(next().prices.get('BTCUSDT')).toBe(900_000_000_000_000n)
    for (const symbol of ['XAUUSD', 'EURUSD', 'EURJPY']) expect(feed.closedBecause?.(symbol, clock.now())).toBe('sources')
    // Every coin has three that list it.
    for (const { symbol } of specs.filter(({ category }) => category === 'crypto'))
      expect([symbol, feed.modeOf(symbol)]).toEqual([symbol, 'LIVE'])
    expect(feed.modeOf('XAUUSD')).toBe('CLOSED')
    expect(feed.modeOf('EURJPY')).toBe('CLOSED')
    expect(feed.session('XAUUSD', clock.now())).toEqual({ open: false })
    expect(feed.generatesHistory).toBe(false)
  })

  it('keeps a market closed that two sources list, though both are fresh', async () => {
    const [c, b] = [await exchange(), await exchange()]
    const clock = createManualClock(Date.parse('2026-11-23T04:00:00Z'))
    const feed = createLiveFeed({
      specs,
      exchanges: [
        { ...coinbasePriceAdapter, url: c.url },
        { ...binancePriceAdapter, url: b.url },
      ],
      clock,
      report: () => {},
    })
    open.push(feed)
    feed.start()
    feed.resume(undefined, clock.now())
    await until(() => c.lines + b.lines === 2)
    c.say(coinbaseTick('90000.00'))
    b.say(binanceTick('90009.99', '90010.01'))
    await settle()
    clock.advance(1000)
    expect(feed.due(clock.now())[0]!.prices.size).toBe(0)
    expect([feed.modeOf('BTCUSDT'), feed.session('BTCUSDT', clock.now()).open]).toEqual(['CLOSED', false])
    expect(feed.closedBecause?.('BTCUSDT', clock.now())).toBe('sources')
  })

  it('takes the system clock as it comes', () => {
    const feed = createLiveFeed({ specs, exchanges: [], clock: systemClock, report: () => {} })
    feed.resume(undefined, systemClock.now())
    expect(feed.due(systemClock.now())[0]!.prices.size).toBe(0)
    expect(feed.due(systemClock.now() - 5000)).toEqual([])
  })
})
