import { describe, expect, it } from 'vitest'
import * as market from '#contract/calls/market.ts'
import { leanSource } from './leanContract.ts'

const load = (source: string): Promise<typeof market> => import(`data:text/javascript,${encodeURIComponent(source)}`)

describe('the contract as the app carries it', () => {
  it('keeps what the app needs of a row, and its constants', async () => {
    const lean = await load(leanSource(market))
    const { method, path, access, kept, times } = market.market.rate
    expect(lean.market.rate).toEqual({ method, path, access, kept, times })
    expect(times).toEqual({ updateTime: 'here' })
    expect(lean.periods).toEqual(market.periods)
  })

  it('holds no schema', async () => {
    const lean = await load(leanSource(market))
    expect(Object.keys(lean).sort()).toEqual(['market', 'periods'])
    expect(Object.values(lean.market).filter((row) => 'reply' in row || 'params' in row)).toEqual([])
  })
})
