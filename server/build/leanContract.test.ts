import { describe, expect, it } from 'vitest'
import * as market from '#contract/calls/market.ts'
import { leanContractSource } from './leanContract.ts'

const lean = (row?: string): string => leanContractSource('market.ts', market, row)

describe('the contract as the app carries it', () => {
  it('keeps constants and leaves schemas out', () => {
    expect(lean()).toBe(
      `export const candlePeriods = ${JSON.stringify(market.candlePeriods)}\nexport * as market from 'market.ts?row=market'\n`,
    )
  })

  it('leaves out what is neither data nor rows, so that the build fails where the app would use it', () => {
    expect(leanContractSource('x.ts', { shape: /x/, work: () => 1, most: 3 })).toBe('export const most = 3\n')
  })

  it('makes each row a module of its own', () => {
    expect(lean('market').split('\n')).toContain(`export { default as rate } from 'market.ts?row=market.rate'`)
    expect(lean('market').trim().split('\n')).toHaveLength(Object.keys(market.market).length)
  })

  it('keeps of a row what needs no schema', () => {
    const { method, path, access, kept, times } = market.market.rate
    expect(JSON.parse(lean('market.rate').slice('export default '.length))).toEqual({ method, path, access, kept, times })
    expect(times).toEqual({ updateTime: 'here' })
  })
})
