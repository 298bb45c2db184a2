import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualClock } from '../core/clock.ts'
import { StartupError } from '../core/startup/startupError.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createMarketDataService } from './createMarket.ts'
import { openPriceRecording, type PriceRecordingBar, requireRecordingSymbol, symbolFromRecordingFileName } from './feeds/recording.ts'
import { createReplayFeed } from './feeds/replayFeed.ts'
import { formatScaledPrice } from '#rules/scaled.ts'

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
  const clock = createManualClock(start)
  const market = createMarketDataService({ config: { marketFeed: { kind: 'replay', file, speed } }, clock, db, byHand: true })
  return { clock, market }
}

/** All bars of a recording at once. */
const barsOf = (file: string): PriceRecordingBar[] => {
  const all: PriceRecordingBar[] = []
  const bars = openPriceRecording(file).bars()
  for (let next = bars.next(); !next.done; next = bars.next()) all.push(next.value)
  return all
}

const written = (lines: string[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'fairlead-replay-')), 'btcusd_small.csv')
  writeFileSync(file, ['ts_ms,open,high,low,close,volume', ...lines].join('\n'))
  return file
}

describe.skipIf(!isHere)('the recorded Ether day of 2017-09-04', () => {
  it('played a minute a second gives its candles back bar for bar, and goes on where it was left', async () => {
    const bars = barsOf(ethusd)
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
      bars.map((bar) => [
        bar.sec * 1000,
        formatScaledPrice(bar.open, 2),
        formatScaledPrice(bar.high, 2),
        formatScaledPrice(bar.low, 2),
        formatScaledPrice(bar.close, 2),
      ]),
    )
    expect(heard.every((sec, at) => at === 0 || sec > heard[at - 1]!)).toBe(true)
    expect(again.isOpen('ETHUSDT', later.now())).toBe(false)
    expect(again.quote('ETHUSDT')!.stale).toBe(true)
    expect(again.quote('BTCUSDT')).toBeUndefined()
    expect(again.board.price('BTCUSDT')!.feedMode).toBe('CLOSED')
    await again.stop()
  })

  it('reads the payrolls quotes as their middle, a second each', () => {
    const feed = createReplayFeed(symbolSeeds, { file: payrolls, speed: 1 })
    feed.resume(undefined, start)
    // bid 1284.334, ask 1284.743
    expect(feed.due(start)).toEqual([{ sec: 1398988800, prices: new Map([['XAUUSD', 12_845_385_000_000n]]), missed: false }])
  })
})

describe('a replay', () => {
  const bars = ['1504483200000,100,110,90,105,1', '1504483260000,105,106,80,81,1', '1504483440000,81,82,80.5,81,1']

  it('visits open, low, high, close where it rose and open, high, low, close where it fell', () => {
    const feed = createReplayFeed(symbolSeeds, { file: written(bars), speed: 60 })
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
    const feed = createReplayFeed(symbolSeeds, { file: written(bars), speed: 1 })
    feed.resume(undefined, start)
    const secs = Array.from({ length: 300 }, (_, at) => feed.due(start + at * 1000)).flatMap((seconds) =>
      seconds.map(({ sec }) => sec - 1504483200),
    )
    expect(secs).toEqual([...Array.from({ length: 120 }, (_, at) => at), ...Array.from({ length: 60 }, (_, at) => 240 + at)])
  })

  const header = 'ts_ms,open,high,low,close,volume'
  it.each([
    ['', 'it has no bars'],
    [header, 'it has no bars'],
    [
      'not,a,header',
      `line 1 must be "${header}" or "ts_ms,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close", not "not,a,header"`,
    ],
    [`${header}\n1504483200000,1,2,x,1,1`, 'line 2 is not a bar: "1504483200000,1,2,x,1,1"'],
    [`${header}\n1504483200000,1,1,1,1,1\n\n1504483260000,1,1`, 'line 4 is not a bar: "1504483260000,1,1"'],
    [`${header}\n1504483200500,1,1,1,1,1`, 'line 2 is not a bar: "1504483200500,1,1,1,1,1"'],
    [`${header}\n1504483200000,1,1e3,1,1,1`, 'line 2 is not a bar: "1504483200000,1,1e3,1,1,1"'],
    [`${header}\n1504483200000,1,1,1,1,\u0000\u001b[2J`, 'line 2 is not a bar: "1504483200000,1,1,1,1,??[2J"'],
    [`${header}\n${'9'.repeat(3_000_000)}`, `line 2 is not a bar: "${'9'.repeat(60)}"`],
    [`${header}\n1504483200000,1,1,0,1,1`, 'line 2 has a price of zero'],
    [`${header}\n1504483200000,1,0.5,1,1,1`, 'line 2 has an open or a close outside of its high and low'],
    [`${header}\n1504483200000,1,1,1,1,1\n1504483200000,1,1,1,1,1`, 'line 3 is not later than the one before'],
  ])('refuses %j in one sentence', (text, why) => {
    const file = join(mkdtempSync(join(tmpdir(), 'fairlead-replay-')), 'btcusd.csv')
    writeFileSync(file, text)
    expect(() => openPriceRecording(file)).toThrow(new StartupError(`MARKET_FEED cannot play ${file}: ${why}.`))
  })

  it('refuses a file that cannot be read, and one of another market', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-replay-'))
    const listed = new Set(symbolSeeds.map(({ symbol }) => symbol))
    expect(() => openPriceRecording(folder)).toThrow(new StartupError(`MARKET_FEED cannot play ${folder}: it cannot be read (EISDIR).`))
    const refusals: [string, string | undefined, string][] = [
      ['/a/ethusd_1m.csv', 'BTCUSDT', 'its name says that it holds ETHUSDT, and symbol= says BTCUSDT'],
      ['/a/mine.csv', 'NOPE', 'no market is called "NOPE"'],
      ['/a/mine.csv', undefined, 'its name does not begin with a market, so symbol= has to name one'],
    ]
    for (const [file, requestedSymbol, why] of refusals)
      expect(() => requireRecordingSymbol(file, requestedSymbol, listed)).toThrow(
        new StartupError(`MARKET_FEED cannot play ${file}: ${why}.`),
      )
    expect(requireRecordingSymbol('/a/ethusd_1m.csv', 'ETHUSDT', listed)).toBe('ETHUSDT')
    expect(requireRecordingSymbol('/a/mine.csv', 'ETHUSDT', listed)).toBe('ETHUSDT')
  })

  it('reads bars that the ends of its buffer cut through, with line ends of either kind', () => {
    const count = 20_000
    const file = written(Array.from({ length: count }, (_, n) => `${1_504_483_200_000 + n * 60_000},100,110,90,10${n % 10},1\r`))
    expect(barsOf(file).map(({ sec, close }) => [sec, Number(close) / 1e10])).toEqual(
      Array.from({ length: count }, (_, n) => [1_504_483_200 + n * 60, 100 + (n % 10)]),
    )
  })

  it('keeps none of a long recording in memory', () => {
    const file = written([])
    const lines = Array.from({ length: 20_000 }, (_, n) => n)
    for (let part = 0; part < 20; part++)
      appendFileSync(
        file,
        lines.map((n) => `\n${1_504_483_200_000 + (part * 20_000 + n) * 1000},100,110,90,100,${'1'.repeat(20)}`).join(''),
      )
    const child = `const { createReplayFeed } = await import('${import.meta.dirname}/feeds/replayFeed.ts')
      const { symbolSeeds } = await import('${import.meta.dirname}/../db/seed/symbols.ts')
      const feed = createReplayFeed(symbolSeeds, { file: '${file}', speed: 1 })
      feed.resume(undefined, 0)
      for (let ms = 0; ms < 100_000_000; ms += 100_000) feed.due(ms)
      feed.stop()`
    // Four hundred thousand bars took 150 MB as objects: a small heap holds the buffer and nothing more.
    const run = spawnSync(process.execPath, ['--max-old-space-size=40', '--input-type=module', '-e', child], { encoding: 'utf8' })
    expect({ status: run.status, err: run.stderr }).toEqual({ status: 0, err: '' })
  })

  it('takes the market from the file name', () => {
    const listed = new Set(symbolSeeds.map(({ symbol }) => symbol))
    expect(symbolFromRecordingFileName('/a/ethusd_1m.csv', listed)).toBe('ETHUSDT')
    expect(symbolFromRecordingFileName('btcusdt_1m.csv', listed)).toBe('BTCUSDT')
    expect(symbolFromRecordingFileName('xauusd_1s.csv', listed)).toBe('XAUUSD')
    expect(symbolFromRecordingFileName('/a/eurusd.csv', listed)).toBe('EURUSD')
    expect(symbolFromRecordingFileName('gold.csv', listed)).toBeUndefined()
  })
})
