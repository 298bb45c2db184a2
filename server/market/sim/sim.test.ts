import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createSimFeed } from '../feeds/simFeed.ts'
import type { SymbolSpec } from '../market.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { normalDrawFromDigest, volatilityPerSecondPpb } from '#rules/sim/draw.ts'
import { nextSim1Price, sim1HmacText } from '#rules/sim/sim1.ts'
import { commitOf, createSeedHmac, deriveSimDaySeed } from './sim.ts'

const specs: readonly SymbolSpec[] = symbolSeeds
const seed = Buffer.from('00'.repeat(31) + '01', 'hex')

describe('the generator', () => {
  it('gives the published vector', () => {
    expect(commitOf(seed)).toBe('ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5')
    expect(volatilityPerSecondPpb(0.55)).toBe(97_940n)
    const expected = [
      [1795190401, 600910543n, 900052967860723n],
      [1795190402, -1334680584n, 899935314097121n],
      [1795190403, 1919571006n, 900104504545642n],
    ] as const
    let price = 900_000_000_000_000n
    for (const [sec, draw, next] of expected) {
      expect(normalDrawFromDigest(createSeedHmac(seed)(sim1HmacText('BTCUSDT', sec)))).toBe(draw)
      price = nextSim1Price(price, 900_000_000_000_000n, 97_940n, draw)
      expect(price).toBe(next)
    }
  })

  it('walks the feed by the same numbers', () => {
    const feed = createSimFeed(specs, () => ({ seed, rule: 'sim1' }))
    feed.resume(undefined, 1795190401_000)
    const prices = feed.due(1795190403_000).map((second) => second.prices.get('BTCUSDT'))
    expect(prices).toEqual([900052967860723n, 899935314097121n, 900104504545642n])
  })
})

describe.each(['sim1', 'sim2'] as const)('the simulated feed by %s', (rule) => {
  const secret = createHash('sha256').update('a').digest()
  const seedOf = (day: string) => ({ seed: deriveSimDaySeed(secret, day), rule })
  const start = 1795190401

  it('is the same on two servers, in one go or second by second, over midnight', () => {
    const [first, second] = [createSimFeed(specs, seedOf), createSimFeed(specs, seedOf)]
    first.resume(undefined, start * 1000)
    second.resume(undefined, start * 1000)
    const atOnce = first.due((start + 500) * 1000)
    const singly = Array.from({ length: 501 }, (_, at) => second.due((start + at) * 1000)).flat()
    expect(atOnce.map(({ sec, prices }) => [sec, ...prices])).toEqual(singly.map(({ sec, prices }) => [sec, ...prices]))
    expect(atOnce[0]!.prices.size).toBe(34)
  })

  it('goes on from the last record exactly', () => {
    const [whole, first, second] = [createSimFeed(specs, seedOf), createSimFeed(specs, seedOf), createSimFeed(specs, seedOf)]
    whole.resume(undefined, start * 1000)
    first.resume(undefined, start * 1000)
    const all = whole.due((start + 100) * 1000)
    const last = first.due((start + 40) * 1000).at(-1)!
    second.resume(last, (start + 100) * 1000)
    expect([...second.due((start + 100) * 1000).at(-1)!.prices]).toEqual([...all.at(-1)!.prices])
  })

  it('marks slept-through seconds as missed, and stands still over more than six hours', () => {
    const feed = createSimFeed(specs, seedOf)
    feed.resume(undefined, start * 1000)
    feed.due(start * 1000)
    const gap = feed.due((start + 60) * 1000)
    expect(gap.map((second) => second.missed).lastIndexOf(true)).toBe(56 - 1)
    expect(gap).toHaveLength(60)
    expect(feed.due((start + 60 + 7 * 3600) * 1000)).toHaveLength(1)
  })

  it('has no gold on a Sunday and crosses within a tick of their sides on a Monday', () => {
    const feed = createSimFeed(specs, seedOf)
    const sunday = Date.parse('2026-11-22T04:00:00Z')
    feed.resume(undefined, sunday)
    expect([...feed.due(sunday)[0]!.prices.keys()].every((symbol) => symbol.endsWith('USDT'))).toBe(true)
    expect(feed.session('XAUUSD', sunday)).toEqual({ open: false, opensAt: Date.parse('2026-11-22T22:00:00Z') })
    const monday = Date.parse('2026-11-23T04:00:00Z')
    const { prices } = feed.due(monday).at(-1)!
    for (const { symbol, derived, tick } of specs) {
      if (!derived) continue
      const [a, b, cross] = [derived.a, derived.b, symbol].map((name) => prices.get(name)!) as [bigint, bigint, bigint]
      const product = derived.by === 'multiply' ? (a * b) / 10n ** 10n : (a * 10n ** 10n) / b
      expect(cross - product < toScaledPrice(tick) && product - cross < toScaledPrice(tick)).toBe(true)
    }
  })
})
