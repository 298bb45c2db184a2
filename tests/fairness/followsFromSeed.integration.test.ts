import { describe, expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createSimFeed } from '#market/feeds/simFeed.ts'
import type { SymbolSpec } from '#market/market.ts'
import { commitOf, createSeedHmac, deriveSimDaySeed } from '#market/sim/sim.ts'
import { priceRecordLeafText, parsePriceRecordLeaf } from '#rules/leaf.ts'
import { formatScaledPrice, toScaledPrice } from '#rules/scaled.ts'
import { checkSimulated, type PublishedSimDay, type SimRecordSources } from '#rules/sim/check.ts'
import { checkCommitment } from '#rules/sim/commitment.ts'
import { dayOf } from '#rules/sim/days.ts'
import { knownMarket } from '#rules/sim/markets.ts'
import { simDay } from '#rules/sim/sim2.ts'
import type { SimRuleVersion } from '#rules/sim/walk.ts'

// What a phone computes again of one price (screen /verify): from the record before it and the seed of its day.

const specs: readonly SymbolSpec[] = symbolSeeds
const secret = Buffer.alloc(32, 7)
const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000
/** A Friday's last second by UTC+8; the rule changes there. */
const midnight = at('2026-11-21T00:00:00')
const ruleOf = (day: string): SimRuleVersion => (day < '2026-11-21' ? 'sim1' : 'sim2')

/** What a server records of these stretches of seconds, one after the other: it is off in between. */
function record(...stretches: readonly (readonly [fromSec: number, toSec: number])[]): Map<string, string> {
  const feed = createSimFeed(specs, (day) => ({ seed: deriveSimDaySeed(secret, day), rule: ruleOf(day) }))
  const lines = new Map<string, string>()
  const last = new Map<string, bigint>()
  let lastSec: number | undefined
  for (const [fromSec, toSec] of stretches) {
    feed.resume(lastSec === undefined ? undefined : { sec: lastSec, prices: last }, fromSec * 1000)
    // A server that is back asks at once what is due: it walks through what it missed, and does not record that.
    for (const nowSec of [fromSec, toSec])
      for (let due = feed.due(nowSec * 1000); due.length > 0; due = feed.due(nowSec * 1000))
        for (const { sec, prices } of due)
          for (const [symbol, price] of prices) {
            last.set(symbol, price)
            const leaf = { symbol, sec, price: formatScaledPrice(price, 10), mode: feed.modeOf(symbol), sources: feed.sourcesOf(symbol) }
            if (sec >= fromSec) lines.set(`${symbol}|${sec}`, priceRecordLeafText(leaf))
          }
    lastSec = toSec
  }
  return lines
}

interface Changes {
  days?: (day: string, published: PublishedSimDay) => PublishedSimDay
  /** Before this moment a day's seed is secret. */
  nowSec?: number
}
function sourcesOf(
  lines: ReadonlyMap<string, string>,
  { days = (_, published) => published, nowSec = Number.MAX_SAFE_INTEGER }: Changes = {},
): SimRecordSources {
  return {
    day: async (day) => {
      const seed = deriveSimDaySeed(secret, day)
      const isOver = nowSec >= at(`${day}T00:00:00`) + 86_400
      return days(day, { commit: commitOf(seed), seed: isOver ? seed.toString('hex') : null, rule: ruleOf(day) })
    },
    lines: async (symbol, from, to) =>
      Array.from({ length: to - from + 1 }, (_, more) => lines.get(`${symbol}|${from + more}`)).filter((line) => line !== undefined),
    prove: async (symbol, sec) => lines.get(`${symbol}|${sec}`),
  }
}
const digit = (line: string): string => line.replace(/\d(?=\|(SIM|DERIVED))/, (last) => String((Number(last) + 1) % 10))

describe('a price that is computed again from its seed', () => {
  const friday = record([midnight - 20, midnight + 20])
  const check = (lines: ReadonlyMap<string, string>, symbol: string, sec: number, changes?: Changes) =>
    checkSimulated(lines.get(`${symbol}|${sec}`)!, sourcesOf(lines, changes))

  it('follows by the rule of its day, also over the midnight of UTC+8 at which the rule changes', async () => {
    for (const symbol of ['BTCUSDT', 'XAUUSD', 'EURUSD', 'DOGEUSDT'])
      for (const sec of [midnight - 5, midnight - 1, midnight, midnight + 1, midnight + 20])
        expect(await check(friday, symbol, sec), `${symbol} ${sec}`).toEqual({ state: 'follows', beforeSec: sec - 1 })
  })
  it('asks for few lines where the record before it is near', async () => {
    const sources = sourcesOf(friday)
    let asked = 0
    const lines: SimRecordSources['lines'] = (symbol, from, to) => {
      asked += to - from + 1
      return sources.lines(symbol, from, to)
    }
    await checkSimulated(friday.get(`BTCUSDT|${midnight + 3}`)!, { ...sources, lines })
    expect(asked).toBeLessThanOrEqual(60)
  })
  it('is a market’s first, from its reference level', async () => {
    expect(await check(friday, 'BTCUSDT', midnight - 20)).toEqual({ state: 'follows', beforeSec: undefined })
    const later = new Map([...friday].filter(([name]) => Number(name.split('|')[1]) >= midnight - 10))
    expect(await check(later, 'BTCUSDT', midnight - 10)).toEqual({ state: 'noRecordBefore' })
  })
  it('of a cross follows from both its sides', async () => {
    for (const symbol of ['EURJPY', 'EURGBP'])
      expect(await check(friday, symbol, midnight + 3)).toEqual({ state: 'follows', beforeSec: midnight + 3 })
    const name = `EURJPY|${midnight + 3}`
    expect(await check(new Map(friday).set(name, digit(friday.get(name)!)), 'EURJPY', midnight + 3)).toMatchObject({ state: 'differs' })
  })
  it('does not when a digit was changed, in it or in the one before', async () => {
    for (const sec of [midnight - 3, midnight, midnight + 3]) {
      const honest = parsePriceRecordLeaf(friday.get(`BTCUSDT|${sec}`)!)!.price
      const own = new Map(friday).set(`BTCUSDT|${sec}`, digit(friday.get(`BTCUSDT|${sec}`)!))
      expect(await check(own, 'BTCUSDT', sec)).toEqual({ state: 'differs', computed: honest })
      const moved = new Map(friday).set(`BTCUSDT|${sec - 1}`, digit(friday.get(`BTCUSDT|${sec - 1}`)!))
      expect(await check(moved, 'BTCUSDT', sec)).toMatchObject({ state: 'differs' })
    }
  })
  it('does not by another rule than the promised one', async () => {
    const other = (_: string, published: PublishedSimDay): PublishedSimDay => ({
      ...published,
      rule: published.rule === 'sim1' ? 'sim2' : 'sim1',
    })
    for (const sec of [midnight - 3, midnight + 3])
      expect(await check(friday, 'BTCUSDT', sec, { days: other })).toMatchObject({ state: 'differs' })
    expect(await check(friday, 'BTCUSDT', midnight + 3, { days: (_, published) => ({ ...published, rule: 'sim9' }) })).toMatchObject({
      state: 'wrongSeed',
    })
  })
  it('does not when the seed is another one than was promised, or none was', async () => {
    const seed = 'ab'.repeat(32)
    const day = '2026-11-21'
    for (const change of [{ seed }, { seed: `${seed.slice(2)}AB` }, { seed: '' }, { commit: null }, { commit: '' }, { commit: seed }])
      expect(
        await check(friday, 'BTCUSDT', midnight + 3, { days: (_, published) => ({ ...published, ...change }) }),
        JSON.stringify(change),
      ).toEqual({ state: 'wrongSeed', day })
    // Whoever chose another seed afterwards and promised that one has other prices.
    const chosen = Buffer.from(seed, 'hex')
    expect(
      await check(friday, 'BTCUSDT', midnight + 3, { days: (_, published) => ({ ...published, seed, commit: commitOf(chosen) }) }),
    ).toMatchObject({ state: 'differs' })
  })
  it('cannot be checked before its day is over, and says when it can', async () => {
    expect(await check(friday, 'BTCUSDT', midnight + 3, { nowSec: midnight + 60 })).toEqual({
      state: 'notRevealed',
      day: '2026-11-21',
      atSec: midnight + 86_400,
    })
    expect(await check(friday, 'BTCUSDT', midnight - 3, { nowSec: midnight + 60 })).toMatchObject({ state: 'follows' })
  })
  it('is none of the simulation where the market is live', async () => {
    const live = priceRecordLeafText({
      symbol: 'BTCUSDT',
      sec: midnight + 3,
      price: '90000.0000000000',
      mode: 'LIVE',
      sources: ['a=90000'],
    })
    expect(await checkSimulated(live, sourcesOf(friday))).toEqual({ state: 'notSimulated' })
    const crossed = friday.get(`EURJPY|${midnight + 3}`)!
    const sides = new Map(friday).set(`EURUSD|${midnight + 3}`, friday.get(`EURUSD|${midnight + 3}`)!.replace('|SIM|0|-', '|LIVE|1|a=1.1'))
    expect(await checkSimulated(crossed, sourcesOf(sides))).toEqual({ state: 'notSimulated' })
  })
})

describe('a record with a pause before it', () => {
  const check = (lines: ReadonlyMap<string, string>, symbol: string, sec: number) =>
    checkSimulated(lines.get(`${symbol}|${sec}`)!, sourcesOf(lines))

  it('follows over the hour in which gold rests, and over the weekend', async () => {
    const rest = at('2026-11-26T05:00:00')
    const daily = record([rest - 5, rest + 5], [rest + 3_595, rest + 3_605])
    expect(daily.has(`XAUUSD|${rest + 1}`)).toBe(false)
    expect(await check(daily, 'XAUUSD', rest + 3_600)).toEqual({ state: 'follows', beforeSec: rest - 1 })
    const [closes, opens] = [at('2026-11-28T05:00:00'), at('2026-11-30T06:00:00')]
    const weekend = record([closes - 5, closes + 5], [opens - 5, opens + 5])
    expect(await check(weekend, 'XAUUSD', opens)).toEqual({ state: 'follows', beforeSec: closes - 1 })
    const name = `XAUUSD|${opens}`
    expect(await check(new Map(weekend).set(name, digit(weekend.get(name)!)), 'XAUUSD', opens)).toMatchObject({ state: 'differs' })
  })
  it('follows over an hour in which the server was off, walked through', async () => {
    const off = record([midnight - 1_800, midnight - 1_790], [midnight + 1_800, midnight + 1_801])
    expect(await check(off, 'BTCUSDT', midnight + 1_800)).toEqual({ state: 'follows', beforeSec: midnight - 1_790 })
  })
  it('follows over a longer pause, over which prices stand still', async () => {
    const [before, after] = [midnight + 10, midnight + 10 + 7 * 3_600]
    const off = record([before - 5, before], [after, after + 1])
    const { price } = parsePriceRecordLeaf(off.get(`BTCUSDT|${before}`)!)!
    expect(Number(parsePriceRecordLeaf(off.get(`BTCUSDT|${after}`)!)!.price) / Number(price)).toBeCloseTo(1, 3)
    expect(await check(off, 'BTCUSDT', after)).toEqual({ state: 'follows', beforeSec: before })
    const name = `BTCUSDT|${after}`
    expect(await check(new Map(off).set(name, digit(off.get(name)!)), 'BTCUSDT', after)).toMatchObject({ state: 'differs' })
  })
  it('after a longer pause follows when its seconds were walked up to some second of it and stood still from there on, and no other way', async () => {
    const [before, after] = [midnight + 10, midnight + 10 + 7 * 3_600]
    const off = record([before - 5, before])
    const market = knownMarket('BTCUSDT')!
    const day = simDay(createSeedHmac(deriveSimDaySeed(secret, '2026-11-21')), dayOf(before))
    const first = toScaledPrice(parsePriceRecordLeaf(off.get(`BTCUSDT|${before}`)!)!.price)
    const walked = (price: bigint, fromSec: number, toSec: number): bigint => {
      let at = price
      for (let sec = fromSec; sec <= toSec; sec++) at = day.next(market, at, sec)
      return at
    }
    const asked = (price: bigint) => {
      const text = priceRecordLeafText({ symbol: 'BTCUSDT', sec: after, price: formatScaledPrice(price, 10), mode: 'SIM', sources: [] })
      return check(new Map(off).set(`BTCUSDT|${after}`, text), 'BTCUSDT', after)
    }
    const follows = { state: 'follows', beforeSec: before }
    const last = (price: bigint) => day.next(market, price, after)
    for (const until of [before, before + 1, before + 301, after - 1])
      expect(await asked(last(walked(first, before + 1, until)))).toEqual(follows)
    // Walked through on the other side, or its own second twice.
    for (const wrong of [walked(first, after - 30, after), last(walked(first, before + 1, after))])
      expect(await asked(wrong)).toEqual({ state: 'differs', computed: formatScaledPrice(last(first), 10) })
  })
})

describe('the commitment to a seed in the record of two days before', () => {
  const day = '2026-11-23'
  const before = '2026-11-21'
  const sec = at(`${day}T12:00:00`)
  const commit = commitOf(deriveSimDaySeed(secret, day))
  const price = '20261123.0000000000'
  const lineAt = (time: string, changes: { price?: string; sources?: readonly string[]; mode?: string } = {}) => {
    const leaf = {
      symbol: 'LOG:SEED',
      sec: at(`${before}T${time}`),
      price,
      mode: 'RULE',
      sources: [`commit=${commit}`, 'rule=sim2'],
      ...changes,
    }
    return [`LOG:SEED|${leaf.sec}`, priceRecordLeafText(leaf)] as const
  }
  const priceAt = (time: string, mode = 'SIM') => {
    const leaf = {
      symbol: 'BTCUSDT',
      sec: at(`${before}T${time}`),
      price: '90000.0000000000',
      mode,
      sources: mode === 'SIM' ? [] : ['a=90000'],
    }
    return [`BTCUSDT|${leaf.sec}`, priceRecordLeafText(leaf)] as const
  }
  const check = (
    lines: readonly (readonly [string, string])[],
    changes: Changes & { isRecorded?: boolean; prove?: SimRecordSources['prove'] } = {},
  ) =>
    checkCommitment(sec, {
      ...sourcesOf(new Map(lines), changes),
      isRecorded: async (asked) => asked === before && changes.isRecorded !== false,
      ...(changes.prove && { prove: changes.prove }),
    })

  it('is the one of the seed that was published, whenever it was recorded that day', async () => {
    for (const time of ['00:00:00', '00:01:00', '07:30:12', '23:59:59'])
      expect(await check([lineAt(time)])).toEqual({ state: 'stood', day, before, sec: at(`${before}T${time}`) })
  })
  it('is none of another seed, rule or day, and none that cannot be proved', async () => {
    const differs = { state: 'differs', day, before, sec: at(`${before}T00:01:00`) }
    for (const change of [
      { sources: [`commit=${commit.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`, 'rule=sim2'] },
      { sources: [`commit=${commit}`, 'rule=sim1'] },
      { sources: [`commit=${commit}`] },
      { sources: ['rule=sim2', `commit=${commit}`] },
      { sources: [`commit=${commit}`, 'rule=sim2', `commit=${commit}`] },
      { price: '20261124.0000000000' },
      { mode: 'LIVE' },
    ])
      expect(await check([lineAt('00:01:00', change)]), JSON.stringify(change)).toEqual(differs)
    expect(await check([lineAt('00:01:00')], { prove: async () => undefined })).toEqual(differs)
    // Published with a commitment of its own that it fits: another one than was recorded.
    const chosen = Buffer.alloc(32, 9)
    const days = (_: string, published: PublishedSimDay): PublishedSimDay => ({
      ...published,
      commit: commitOf(chosen),
      seed: chosen.toString('hex'),
    })
    expect(await check([lineAt('00:01:00')], { days })).toEqual(differs)
  })
  it('is the first that was recorded: a later one would be a choice', async () => {
    const other = `commit=${commitOf(Buffer.alloc(32, 9))}`
    expect(await check([lineAt('00:01:00', { sources: [other, 'rule=sim2'] }), lineAt('05:00:00')])).toMatchObject({ state: 'differs' })
  })
  it('is missed where prices were recorded and it was not', async () => {
    expect(await check([priceAt('03:00:10'), priceAt('04:00:10')])).toEqual({ state: 'missing', day, before })
  })
  it('cannot be there on a server’s first days, nor while it was off or its prices were live', async () => {
    const none = { state: 'none', day, before }
    expect(await check([], { isRecorded: false })).toEqual(none)
    expect(await check([])).toEqual(none)
    expect(await check([priceAt('03:00:10')])).toEqual(none)
    expect(await check([priceAt('03:00:10', 'LIVE'), priceAt('04:00:10', 'LIVE')])).toEqual(none)
  })
  it('is not looked for before its day is over, nor of a day of the rule before', async () => {
    expect(await check([], { nowSec: sec + 60 })).toBeUndefined()
    expect(await check([], { days: (_, published) => ({ ...published, rule: 'sim1' }) })).toBeUndefined()
  })
})
