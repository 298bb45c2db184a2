import { expect, it } from 'vitest'
import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import { path } from '#sitemap'
import { isScreenProductOffered } from './isPlaceOffered.ts'

// What is not offered where somebody lives is not shown there (docs/rules/countries.md): one table for tiles, tabs, search and links.
const on = {
  contract: 'demo',
  cryptoContract: 'demo',
  option: 'demo',
  second: 'demo',
  loan: 'real',
  earn: 'demo',
  ieo: 'demo',
  incentive: 'real',
}
const without = (...products: string[]) =>
  ({ ...on, ...Object.fromEntries(products.map((one) => [one, 'off'])) }) as ProductAvailabilityByKind
const hidden = (features: ProductAvailabilityByKind | undefined) =>
  [
    ...Object.values(path).map((to) => [to] as const),
    ...['spot', 'fast', 'option', 'second'].map((mode) => [path.contracts, { mode }] as const),
  ]
    .filter(([to, search]) => !isScreenProductOffered(features, to, search))
    .map(([to, search]) => (search ? `${to}?mode=${search.mode}` : to))
    .sort()

it('everything is shown where it is offered, and as long as nobody knows', () => {
  expect(hidden(on as ProductAvailabilityByKind)).toEqual([])
  expect(hidden(undefined)).toEqual([])
})

it.each([
  ['earn', [path.earnProducts, path.earnProduct, path.mining, path.machine, path.bonds, path.bond, path.bondPool]],
  ['loan', [path.borrow]],
  ['ieo', [path.ieo]],
  ['incentive', [path.team, path.competitions, path.competition]],
  ['option', [`${path.contracts}?mode=option`]],
  ['second', [`${path.contracts}?mode=second`]],
  // Contracts on other markets are left.
  ['cryptoContract', []],
  ['contract', []],
])('without %s, its screens and the pages of each of it are hidden, what one has of it is not', (product, screens) => {
  expect(hidden(without(product))).toEqual([...screens].sort())
})

it('without any contracts neither options nor competitions are left, coins are', () => {
  expect(hidden(without('contract', 'cryptoContract'))).toEqual(
    [path.contracts, path.competitions, path.competition, `${path.contracts}?mode=option`].sort(),
  )
})
