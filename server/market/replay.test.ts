import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import { handClock } from '#server/clock.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createMarket } from './createMarket.ts'
import { readRecording, symbolOfFile } from './feeds/recording.ts'
import { replayFeed } from './feeds/replayFeed.ts'
import { fixed } from './scaled.ts'

const recordings = resolve(import.meta.dirname, '../../../shared/data')
const ethusd = join(recordings, 'ethusd_1m_coinbase_2017-09-04.csv')
const payrolls = join(recordings, 'xauusd_1s_quote_oanda_2014-05-02_NFP.csv')
const isHere = existsSync(ethusd)
if (!isHere) console.warn(`Skipped: the recorded days are not at ${recordings}, so replays of real days are not checked.`)

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const start = Date.parse('2026-11-20T16:00:00Z')
const replay = (file: string, speed: number) => {
  const clock = handClock(start)
  const market = createMarket({ config: { marketFeed: { kind: 'replay', file, speed } }, clock, db, byHand: true })
  return { clock, market }
}

const written = (lines: string[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'fairlead-replay-')), 'btcusd_small.csv')
  writeFileSync(file, ['ts_ms,open,high,low,close,volume', ...lines].join('\n'))
  return file
}

describe.skipIf(!isHere)('the recorded Ether day of 2017-09-04', () => {
  it('played a minute a second gives its candles back bar for bar, and goes on where it was left', async () => {
    const { bars } = readRecording(ethusd)
    const { clock, market } = replay(ethusd, 60)
    await market.start()
    const heard: number[] = []
    market.onRecord((record) => void heard.push(record.sec))
    for (let second = 0; second < 700; second++) {
      clock.advance(1000)
      await market.step()
    }
    await market.stop()
    const { clock: later, market: again } = replay(ethusd, 60)
    later.set(clock.now() + 3_600_000)
    await again.start()
    for (let second = 0; second < 760; second++) {
      later.advance(1000)
      await again.step()
    }
    const seen = [
      ...(await again.board.candles('ETHUSDT', '1m', 500, bars[500]!.sec * 1000)),
      ...(await again.board.candles('ETHUSDT', '1m', 500, bars[1000]!.sec * 1000)),
      ...(await again.board.candles('ETHUSDT', '1m', 440)),
    ]
    expect(seen.map((candle) => candle.slice(0, 5))).toEqual(
      bars.map((bar) => [bar.sec * 1000, fixed(bar.open, 2), fixed(bar.high, 2), fixed(bar.low, 2), fixed(bar.close, 2)]),
    )
    expect(heard.every((sec, at) => at === 0 || sec > heard[at - 1]!)).toBe(true)
    expect(again.isOpen('ETHUSDT', later.now())).toBe(false)
    expect(again.quote('ETHUSDT')!.stale).toBe(true)
    expect(again.quote('BTCUSDT')).toBeUndefined()
    expect(again.board.price('BTCUSDT')!.feedMode).toBe('CLOSED')
    await again.stop()
  })

  it('reads the payrolls quotes as their middle, a second each', () => {
    const feed = replayFeed(symbols, { file: payrolls, speed: 1 })
    feed.resume(undefined, start)
    // bid 1284.334, ask 1284.743
    expect(feed.due(start)).toEqual([{ sec: 1398988800, prices: new Map([['XAUUSD', 12_845_385_000_000n]]), missed: false }])
  })
})

describe('a replay', () => {
  const bars = ['1504483200000,100,110,90,105,1', '1504483260000,105,106,80,81,1', '1504483440000,81,82,80.5,81,1']

  it('visits open, low, high, close where it rose and open, high, low, close where it fell', () => {
    const feed = replayFeed(symbols, { file: written(bars), speed: 60 })
    feed.resume(undefined, start)
    const first = feed.due(start).concat(feed.due(start + 1000))
    expect(first.map(({ sec, prices }) => [sec - 1504483200, Number(prices.get('BTCUSDT')) / 1e10])).toEqual([
      [0, 100],
      [19, 90],
      [38, 110],
      [59, 105],
      [60, 105],
    ])
    expect(feed.due(start + 2000).map(({ prices }) => Number(prices.get('BTCUSDT')) / 1e10)).toEqual([106, 80, 81])
  })

  it('records every second at real pace, and none inside a hole of the recording', () => {
    const feed = replayFeed(symbols, { file: written(bars), speed: 1 })
    feed.resume(undefined, start)
    const secs = Array.from({ length: 300 }, (_, at) => feed.due(start + at * 1000)).flatMap((seconds) =>
      seconds.map(({ sec }) => sec - 1504483200),
    )
    expect(secs).toEqual([...Array.from({ length: 120 }, (_, at) => at), ...Array.from({ length: 60 }, (_, at) => 240 + at)])
  })

  it.each([
    ['not,a,header', 'first line'],
    ['ts_ms,open,high,low,close,volume\n1504483200000,1,2,x,1,1', ':2: not a bar'],
    ['ts_ms,open,high,low,close,volume\n1504483200000,1,0.5,1,1,1', ':2: high and low'],
    ['ts_ms,open,high,low,close,volume\n1504483200000,1,1,1,1,1\n1504483200000,1,1,1,1,1', ':3: times must rise'],
  ])('refuses %j', (text, why) => {
    const file = join(mkdtempSync(join(tmpdir(), 'fairlead-replay-')), 'btcusd.csv')
    writeFileSync(file, text)
    expect(() => readRecording(file)).toThrow(why)
  })

  it('takes the market from the file name', () => {
    const listed = new Set(symbols.map(({ symbol }) => symbol))
    expect(symbolOfFile('/a/ethusd_1m.csv', listed)).toBe('ETHUSDT')
    expect(symbolOfFile('btcusdt_1m.csv', listed)).toBe('BTCUSDT')
    expect(symbolOfFile('xauusd_1s.csv', listed)).toBe('XAUUSD')
    expect(symbolOfFile('gold.csv', listed)).toBeUndefined()
  })
})
