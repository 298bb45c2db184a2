import { afterEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../core/clock.ts'
import { loopbackExchange, until } from '../../tests/support/nodes/loopbackExchange.ts'
import { createExchangeDepthService } from './depth.ts'
import { exchangeDepthAdapters } from './sources/depthExchanges.ts'

const open: { stop(): void }[] = []
afterEach(() => open.splice(0).forEach((depths) => depths.stop()))

const startMs = Date.parse('2026-11-23T04:00:00Z')
const timing = { silentMs: 60_000, firstRetryMs: 5, mostRetryMs: 20, lingerMs: 20 }

/** Three exchanges on the loopback, and what is told of them. */
async function world() {
  const there = {
    coinbase: await loopbackExchange(),
    kraken: await loopbackExchange(),
    binance: await loopbackExchange(),
  }
  const clock = createManualClock(startMs)
  const reports: string[] = []
  const depths = createExchangeDepthService({
    exchanges: exchangeDepthAdapters.map((dialect) => ({ ...dialect, url: there[dialect.name as keyof typeof there].url })),
    clock,
    report: (message) => void reports.push(message),
    timing,
  })
  open.push(depths, ...Object.values(there))
  return { ...there, clock, reports, depths }
}

const coinbaseBook = JSON.stringify({
  type: 'snapshot',
  product_id: 'BTC-USD',
  bids: [
    ['89999.00', '2.00000000'],
    ['90000.00', '1.50000000'],
  ],
  asks: [
    ['90002.00', '3'],
    ['90001.00', '0.00000001'],
  ],
})
const coinbaseChange = (...changes: [string, string, string][]) =>
  JSON.stringify({ type: 'l2update', product_id: 'BTC-USD', changes, time: '2026-11-23T04:00:00.000000Z' })

// Kraken's own example of a checksum (its guide "Book checksum v2").
const krakenBids = `{"price":45283.5,"qty":0.10000000},{"price":45283.4,"qty":1.54582015},{"price":45282.1,"qty":0.10000000},{"price":45281.0,"qty":0.10000000},{"price":45280.3,"qty":1.54592586},{"price":45279.0,"qty":0.07990000},{"price":45277.6,"qty":0.03310103},{"price":45277.5,"qty":0.30000000},{"price":45277.3,"qty":1.54602737},{"price":45276.6,"qty":0.15445238}`
const krakenAsks = `{"price":45285.2,"qty":0.00100000},{"price":45286.4,"qty":1.54571953},{"price":45286.6,"qty":1.54571109},{"price":45289.6,"qty":1.54560911},{"price":45290.2,"qty":0.15890660},{"price":45291.8,"qty":1.54553491},{"price":45294.7,"qty":0.04454749},{"price":45296.1,"qty":0.35380000},{"price":45297.5,"qty":0.09945542},{"price":45299.5,"qty":0.18772827}`
const krakenBook = (sum: number) =>
  `{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD","bids":[${krakenBids}],"asks":[${krakenAsks}],"checksum":${sum}}]}`
const krakenSum = 3310070434

const binanceBook = JSON.stringify({
  stream: 'btcusdt@depth20@100ms',
  data: { lastUpdateId: 1, bids: [['90000.01', '1.1']], asks: [['90000.02', '0.9']] },
})

describe('books and trades of real exchanges', () => {
  it('are asked for only while somebody looks, and over one line each', async () => {
    const { coinbase, kraken, binance, depths } = await world()
    expect([coinbase.connections, kraken.connections, binance.connections]).toEqual([0, 0, 0])
    const [first, second] = [depths.follow('BTCUSDT'), depths.follow('BTCUSDT')]
    const eth = depths.follow('ETHUSDT')
    await until(() => coinbase.asked.length >= 2 && kraken.asked.length >= 3 && binance.asked.length >= 2)
    expect(JSON.parse(coinbase.asked[1]!)).toEqual({
      type: 'subscribe',
      product_ids: ['BTC-USD', 'ETH-USD'],
      channels: ['level2_batch', 'matches', 'heartbeat'],
    })
    expect(JSON.parse(kraken.asked[1]!)).toEqual({
      method: 'subscribe',
      params: { channel: 'book', depth: 100, symbol: ['BTC/USD', 'ETH/USD'] },
    })
    expect(JSON.parse(binance.asked[1]!)).toMatchObject({
      method: 'SUBSCRIBE',
      params: expect.arrayContaining(['ethusdt@depth20@100ms', 'btcusdt@trade']),
    })
    eth()
    await until(() => coinbase.asked.length === 3)
    expect(JSON.parse(coinbase.asked[2]!)).toMatchObject({ type: 'unsubscribe', product_ids: ['ETH-USD'] })
    first()
    first()
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(coinbase.lines).toBe(1)
    second()
    await until(() => coinbase.lines + kraken.lines + binance.lines === 0)
    expect([coinbase.mostLines, kraken.mostLines, binance.mostLines]).toEqual([1, 1, 1])
    depths.follow('XAUUSD')
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(coinbase.connections).toBe(1)
  })

  it('are sent with their exact digits, best first, and changed level by level', async () => {
    const { coinbase, depths, clock } = await world()
    depths.follow('BTCUSDT')
    await until(() => coinbase.lines === 1 && coinbase.asked.length === 2)
    expect(depths.depth('BTCUSDT', 20)).toEqual({ source: null, ts: null, bids: [], asks: [] })
    // A change of a book that was not told whole is no book.
    coinbase.say(coinbaseChange(['buy', '1.00', '1']))
    coinbase.say(coinbaseBook)
    await depths.first('BTCUSDT', 5_000)
    const told = { source: 'coinbase', ts: startMs }
    expect(depths.depth('BTCUSDT', 20)).toEqual({
      ...told,
      bids: [
        ['90000.00', '1.50000000'],
        ['89999.00', '2.00000000'],
      ],
      asks: [
        ['90001.00', '0.00000001'],
        ['90002.00', '3'],
      ],
    })
    clock.advance(250)
    coinbase.say(coinbaseChange(['buy', '90000.00', '0.00000000'], ['sell', '90001.00', '4']))
    await until(() => depths.depth('BTCUSDT', 1).ts === startMs + 250)
    expect(depths.depth('BTCUSDT', 1)).toMatchObject({ bids: [['89999.00', '2.00000000']], asks: [['90001.00', '4']] })
  })

  it('of trades say who came to the book, newest first, each once', async () => {
    const { coinbase, kraken, binance, depths } = await world()
    depths.follow('BTCUSDT')
    await until(() => binance.asked.length === 2 && coinbase.asked.length === 2 && kraken.asked.length === 3)
    const trade = (t: number, m: boolean) =>
      JSON.stringify({ stream: 'btcusdt@trade', data: { e: 'trade', s: 'BTCUSDT', t, p: '90000.01', q: '0.5', T: startMs - 1_000 + t, m } })
    binance.say(binanceBook)
    for (const said of [trade(1, false), trade(2, true), trade(1, false), '{"stream":"btcusdt@trade","data":{"t":3}}']) binance.say(said)
    await until(() => depths.trades('BTCUSDT', 9).trades.length === 2)
    expect(depths.trades('BTCUSDT', 1)).toEqual({
      source: 'binance',
      ts: startMs,
      trades: [{ id: '2', price: '90000.01', quantity: '0.5', side: 'sell', ts: startMs - 998 }],
    })
    kraken.say(krakenBook(krakenSum))
    kraken.say(
      '{"channel":"trade","type":"update","data":[{"symbol":"BTC/USD","side":"buy","price":45284.0,"qty":0.00000100,"ord_type":"limit","trade_id":7,"timestamp":"2026-11-23T03:59:59.500000Z"}]}',
    )
    await until(() => depths.trades('BTCUSDT', 9).source === 'kraken')
    await until(() => depths.trades('BTCUSDT', 9).trades.length === 1)
    expect(depths.trades('BTCUSDT', 9).trades[0]).toEqual({
      id: '7',
      price: '45284.0',
      quantity: '0.00000100',
      side: 'buy',
      ts: startMs - 500,
    })
    coinbase.say(coinbaseBook)
    coinbase.say(
      JSON.stringify({
        type: 'match',
        trade_id: 9,
        product_id: 'BTC-USD',
        side: 'sell',
        size: '0.1',
        price: '90001.00',
        time: '2026-11-23T04:00:00Z',
      }),
    )
    await until(() => depths.trades('BTCUSDT', 9).trades[0]?.id === '9')
    // At Coinbase the side is the maker's: what was sold to the taker, he bought.
    expect(depths.trades('BTCUSDT', 9)).toMatchObject({ source: 'coinbase', trades: [{ side: 'buy' }] })
  })

  it("are requested again when they do not add up by the exchange's own count", async () => {
    const { kraken, depths, reports } = await world()
    depths.follow('BTCUSDT')
    await until(() => kraken.asked.length === 3)
    kraken.say(krakenBook(krakenSum + 1))
    await until(() => kraken.asked.length === 7)
    expect(reports).toEqual(['the book of BTC/USD at kraken did not add up'])
    expect(depths.depth('BTCUSDT', 20).source).toBeNull()
    kraken.say(krakenBook(krakenSum))
    await depths.first('BTCUSDT', 5_000)
    expect(depths.depth('BTCUSDT', 1)).toEqual({
      source: 'kraken',
      ts: startMs,
      bids: [['45283.5', '0.10000000']],
      asks: [['45285.2', '0.00100000']],
    })
    kraken.say(
      '{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":45283.5,"qty":0.2}],"asks":[],"checksum":1}]}',
    )
    await until(() => depths.depth('BTCUSDT', 1).source === null)
  })

  it("are the next source's while one is silent, say their age when all are, and are none after a minute", async () => {
    const { coinbase, binance, depths, clock } = await world()
    depths.follow('BTCUSDT')
    await until(() => binance.asked.length === 2 && coinbase.asked.length === 2)
    coinbase.say(coinbaseBook)
    await until(() => depths.depth('BTCUSDT', 1).source === 'coinbase')
    clock.advance(5_001)
    binance.say(binanceBook)
    await until(() => depths.depth('BTCUSDT', 1).source === 'binance')
    coinbase.hangUp()
    binance.hangUp()
    clock.advance(60_000)
    expect(depths.depth('BTCUSDT', 1)).toMatchObject({ source: 'binance', ts: startMs + 5_001 })
    clock.advance(1)
    expect(depths.depth('BTCUSDT', 1)).toEqual({ source: null, ts: null, bids: [], asks: [] })
    expect(depths.trades('BTCUSDT', 1)).toEqual({ source: null, ts: null, trades: [] })
  })

  it('with nonsense in them are none', async () => {
    const { coinbase, depths } = await world()
    depths.follow('BTCUSDT')
    await until(() => coinbase.asked.length === 2)
    for (const said of [
      'null',
      '[]',
      '<html>',
      '{"type":"snapshot"}',
      '{"type":"match","product_id":"BTC-USD"}',
      '{"type":"snapshot","product_id":"NOPE-USD"}',
    ])
      coinbase.say(said)
    coinbase.say(JSON.stringify({ type: 'snapshot', product_id: 'BTC-USD', bids: [['1e5', '1']], asks: [['-3', 'NaN']] }))
    await until(() => coinbase.asked.length === 4)
    // Sides that cross are no book either.
    coinbase.say(JSON.stringify({ type: 'snapshot', product_id: 'BTC-USD', bids: [['2', '1']], asks: [['1', '1']] }))
    await coinbase.heard()
    expect(depths.depth('BTCUSDT', 5).bids).toEqual([])
    const began = Date.now()
    await depths.first('BTCUSDT', 50)
    expect(Date.now() - began).toBeGreaterThanOrEqual(45)
  })
})
