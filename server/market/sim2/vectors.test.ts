import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { CandlePeriod } from '#contract/calls/market.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createGeneratedHistory, createGeneratedCrossHistory } from '../candles/history.ts'
import type { SymbolSpec } from '../market.ts'
import { dayOf } from '#rules/sim/days.ts'
import { knownMarket, simCrosses, createSimMarket, simMarkets } from '#rules/sim/markets.ts'
import { timeOfDayVarianceThousandthsAt, volatilityClass } from '#rules/sim/volatility.ts'
import { walkOf } from '#rules/sim/walk.ts'
import { createSeedHmac } from '../sim/sim.ts'
import { simVolatilityMultiplierAt, volatilityReferenceMarkets } from './published.ts'

const file = resolve(import.meta.dirname, '../../../public/sim2-vectors.json')
const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
  walk: { what: string; seed: string; day: string; symbol: string; second: number; from: string; prices: string[] }[]
  walk1: { symbol: string; seed: string; second: number; from: string; prices: string[] }[]
  volatility: { seed: string; class: string; second: number; value: string }[]
  past: { symbol: string; genesis: number; period: CandlePeriod; second: number; bar: string[] }[]
}

// Worked out twice, apart from each other: here, and by public/sim2.py, which anyone can download.

const specs = new Map((symbolSeeds as readonly SymbolSpec[]).map((spec) => [spec.symbol, spec]))

it('knows each market as the list of markets has it', () => {
  for (const spec of specs.values()) {
    expect(knownMarket(spec.symbol)).toEqual(spec.derived ? undefined : createSimMarket(spec))
    expect(simCrosses[spec.symbol]).toEqual(spec.derived)
  }
})

it.each(vectors.walk)('$what: $symbol from $second', ({ seed, day, symbol, second, from, prices }) => {
  const walk = walkOf('sim2', createSeedHmac(Buffer.from(seed, 'hex')), Date.parse(`${day}T00:00:00Z`) / 86_400_000)
  let price = BigInt(from)
  prices.forEach((expected, at) => {
    price = walk(knownMarket(symbol)!, price, second + 1 + at)
    expect(String(price)).toBe(expected)
  })
})

it.each(vectors.walk1)('by the rule before: $symbol from $second', ({ seed, symbol, second, from, prices }) => {
  const walk = walkOf('sim1', createSeedHmac(Buffer.from(seed, 'hex')), dayOf(second))
  let price = BigInt(from)
  prices.forEach((expected, at) => {
    price = walk(knownMarket(symbol)!, price, second + 1 + at)
    expect(String(price)).toBe(expected)
  })
})

it.each(vectors.volatility)('published volatility of $class at $second', ({ seed, class: name, second, value }) => {
  const { category } = volatilityReferenceMarkets.find((market) => market.name === name)!
  expect(simVolatilityMultiplierAt(Buffer.from(seed, 'hex'), category, second)).toBe(value)
})

it.each(vectors.past)('generated $period of $symbol before $genesis, at $second', ({ symbol, genesis, period, second, bar }) => {
  const spec = specs.get(symbol)!
  const { derived } = spec
  const history = derived
    ? createGeneratedCrossHistory(spec, specs.get(derived.a)!, specs.get(derived.b)!, genesis)
    : createGeneratedHistory(spec, genesis)
  const { open, high, low, close } = history.bar(period, second)!
  expect([open, high, low, close].map(String)).toEqual(bar)
})

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.log('skipped: there is no python3 here to work the vectors out a second time')
it.skipIf(!hasPython)('comes out the same in Python', () => {
  const script = resolve(import.meta.dirname, '../../../public/sim2.py')
  const { stdout, status } = spawnSync('python3', [script, 'vectors', file], { encoding: 'utf8' })
  const count = Object.values(vectors).reduce((sum, some) => sum + some.length, 0)
  expect(stdout).toBe(`${count} vectors compared, 0 differ\n`)
  expect(status).toBe(0)
})

it('the recipe in words has the numbers of every market and hour', () => {
  const rows = readFileSync(resolve(import.meta.dirname, '../../../public/sim2.txt'), 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/ +/))
  for (const [symbol, { ref, sigmaYear, shares }] of Object.entries(simMarkets)) {
    const [, shownRef, shownSigma, , ...shown] = rows.find(([first]) => first === symbol) ?? []
    expect([symbol, shownRef, Number(shownSigma), shown.join(' ')]).toEqual([
      symbol,
      ref,
      sigmaYear,
      Object.entries(shares).flat().join(' '),
    ])
  }
  for (const category of ['crypto', 'metal', 'forex'] as const) {
    const hours = rows.find(([first, ...rest]) => first === volatilityClass[category] && rest.length === 24)?.slice(1)
    // 1970-01-01 was a Thursday, on which crypto has its own numbers times 1.16.
    const shown = hours?.map((hour) => (category === 'crypto' ? Math.floor((Number(hour) * 1160) / 1000) : Number(hour)))
    expect([category, shown]).toEqual([
      category,
      Array.from({ length: 24 }, (_, hour) => timeOfDayVarianceThousandthsAt(category, hour * 3600)),
    ])
  }
})
