import { describe, expect, it } from 'vitest'
import { asDecimal as d, type Decimal } from '#contract/decimal.ts'
import { groupDepthLevels } from './groupDepthLevels.ts'

const levels = (...pairs: [string, string][]): [Decimal, Decimal][] => pairs.map(([price, quantity]) => [d(price), d(quantity)])

describe('the steps of a book', () => {
  it('gather what falls into them, exactly, and add up from the best', () => {
    const bids = levels(['100.09', '0.1'], ['100.01', '0.2'], ['99.99', '1'], ['99.80', '2'])
    expect(groupDepthLevels('bid', bids, d('0.1'), 9)).toEqual([
      { price: '100.0', quantity: '0.3', total: '0.3' },
      { price: '99.9', quantity: '1', total: '1.3' },
      { price: '99.8', quantity: '2', total: '3.3' },
    ])
  })

  it('never look better than what stands there', () => {
    expect(groupDepthLevels('bid', levels(['100.99', '1']), d('1'), 9)[0]!.price).toBe('100')
    expect(groupDepthLevels('ask', levels(['100.01', '1'], ['101.00', '2'], ['101.01', '4']), d('1'), 9)).toEqual([
      { price: '101', quantity: '3', total: '3' },
      { price: '102', quantity: '4', total: '7' },
    ])
  })

  it('are no more than asked for, and the last is whole', () => {
    const asks = levels(['1.01', '1'], ['1.02', '1'], ['2.01', '1'], ['2.02', '1'], ['3.01', '9'])
    expect(groupDepthLevels('ask', asks, d('1'), 2)).toEqual([
      { price: '2', quantity: '2', total: '2' },
      { price: '3', quantity: '2', total: '4' },
    ])
    expect(groupDepthLevels('ask', [], d('1'), 2)).toEqual([])
  })
})
