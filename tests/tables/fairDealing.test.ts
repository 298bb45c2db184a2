import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { symbolSeeds } from '../../server/db/seed/symbols.ts'
import { addCrossPrices } from '../../server/market/crosses.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { exchangePriceAdapters } from '../../server/market/sources/exchanges.ts'
import { fundingRateAdapters } from '../../server/market/sources/fundingSources.ts'
import { importsOf, root, sourcesUnder, textOf } from './sources.ts'

// docs/rules/fair-dealing.md: what this class of apps is known for has no place to be in ours.

/** Names by which such apps decide who wins. */
const deciding = /control|win_?rate|force|kongyk|preset|bias/gi

/** Words that hold such a name and decide nothing, each with the reason. */
const innocent: Record<string, string> = {
  winRate: 'what was won of won and lost, counted afterwards and shown',
  winRate30d: 'the same over everybody and thirty days',
}

const words = (text: string): string[] => text.match(/[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)?/g) ?? []
const suspicious = (text: string): string[] => words(text).filter((word) => new RegExp(deciding).test(word) && !(word in innocent))

describe('nothing decides who wins', () => {
  it('no table, column, function or check in the database is named so', () => {
    const folder = 'server/db/migrations'
    const found = readdirSync(join(root, folder)).flatMap((file) =>
      suspicious(textOf(`${folder}/${file}`)).map((word) => `${file}: ${word}`),
    )
    expect(found).toEqual([])
  })
  it('nor any setting, field of the contract, rule or room that has to do with orders', () => {
    const files = [
      ...sourcesUnder('src/contract'),
      ...sourcesUnder('src/rules'),
      ...['secondContracts', 'trading', 'spot', 'swap', 'options', 'market', 'ledger', 'core', 'terms', 'orders', 'risk'].flatMap(
        (folder) => sourcesUnder(`server/${folder}`),
      ),
      ...sourcesUnder('server').filter((file) => file.split('/').length === 2),
    ].filter((file) => !file.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => suspicious(textOf(file)).map((word) => `${file}: ${word}`))).toEqual([])
  })
  it('and the search finds what it is for', () => {
    expect(
      suspicious('alter table second_order add column force_result smallint, add win_rate numeric, userBias text, kongyk int'),
    ).toEqual(['force_result', 'win_rate', 'userBias', 'kongyk'])
  })
})

describe('a settlement knows an order and prices, nothing else', () => {
  const only = ['src/contract/decimal.ts', 'src/contract/states.ts', 'src/rules/decimal.ts']
  it('second contracts import decimals and types alone', () => {
    expect(importsOf('src/rules/second/secondContract.ts').filter((file) => !only.includes(file))).toEqual([])
    // Of the state codes only the types: they leave nothing in the running code.
    expect(textOf('src/rules/second/secondContract.ts')).not.toMatch(/^import (?!type).*states\.ts/m)
  })
  it('contracts, spot and swap import rules and constants alone: no store, no clock, no chance', () => {
    for (const file of ['position', 'spot', 'swap', 'funding', 'quote', 'decimal'].map((name) => `src/rules/${name}.ts`)) {
      const foreign = importsOf(file).filter((target) => !target.startsWith('src/rules/') && !target.startsWith('src/contract/'))
      expect(foreign, file).toEqual([])
      expect(textOf(file), file).not.toMatch(/Math\.random|Date\.now|new Date|process\.|fetch\(|accountType/)
    }
  })
})

describe('one market is never made of another', () => {
  it('every source is asked for our market by its own name', () => {
    for (const { name, products } of [...exchangePriceAdapters, ...fundingRateAdapters]) {
      for (const [symbol, product] of Object.entries(products)) {
        const base = symbolSeeds.find((symbolSeed) => symbolSeed.symbol === symbol)?.base
        expect(product.split(/[-/]|USDT?$/)[0], `${name} ${symbol}`).toBe(base)
      }
      expect(new Set(Object.values(products)).size).toBe(Object.keys(products).length)
    }
  })
  it('a price alone makes no other price but a declared cross, and that only of both its sides', () => {
    for (const { symbol } of symbolSeeds) {
      const prices = new Map([[symbol, toScaledPrice('2')]])
      addCrossPrices(symbolSeeds, prices)
      expect([...prices.keys()]).toEqual([symbol])
    }
    const crosses = symbolSeeds.flatMap((symbolSeed) =>
      'derived' in symbolSeed && symbolSeed.derived ? [{ symbol: symbolSeed.symbol, derived: symbolSeed.derived }] : [],
    )
    expect(crosses.length).toBeGreaterThan(0)
    for (const { symbol, derived } of crosses) {
      const prices = new Map([derived.a, derived.b].map((side) => [side, toScaledPrice('2')]))
      addCrossPrices(symbolSeeds, prices)
      expect(prices.has(symbol)).toBe(true)
    }
  })
  it('only the table of crosses computes one price from others', () => {
    const users = sourcesUnder('server').filter((file) => !file.endsWith('.test.ts') && /crossPrice\(|addCrosses\(/.test(textOf(file)))
    expect(users.every((file) => file === 'server/market/crosses.ts' || file.startsWith('server/market/'))).toBe(true)
    const declared = sourcesUnder('server').filter((file) => /derived: \{ a:|derived: cross/.test(textOf(file)))
    expect(declared.filter((file) => file !== 'server/db/seed/symbols.ts' && !file.endsWith('.test.ts'))).toEqual([])
  })
})
