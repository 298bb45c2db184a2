import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { currencyBalancesFromBuckets } from './balance.ts'

const d = asDecimal

describe('balances', () => {
  it('shows USDT at zero before anything arrived', () => {
    expect(currencyBalancesFromBuckets([], { accountType: 1, compId: null }, asInstant(5), (currency) => `name of ${currency}`)).toEqual([
      {
        currency: 'USDT',
        accountType: 1,
        compId: null,
        balance: '0.00000000',
        available: '0.00000000',
        frozen: '0.00000000',
        margin: '0.00000000',
        invest: '0.00000000',
        collateral: '0.00000000',
        scale: 2,
        name: 'name of USDT',
        icon: '/icons/coins.svg#USDT',
        updateTime: 5,
      },
    ])
  })

  it('adds up the buckets of each currency, USDT first', () => {
    const rows = currencyBalancesFromBuckets(
      [
        { currency: 'BTC', bucket: 'AVAIL', amount: d('0.1') },
        { currency: 'USDT', bucket: 'AVAIL', amount: d('99396.93970000') },
        { currency: 'USDT', bucket: 'MARGIN', amount: d('600.06000000') },
      ],
      { accountType: 3, compId: 'first-light-1' },
      asInstant(0),
      String,
    )
    expect(rows.map(({ accountType, compId }) => [accountType, compId])).toEqual([
      [3, 'first-light-1'],
      [3, 'first-light-1'],
    ])
    expect(rows.map(({ currency, balance, available, margin }) => [currency, balance, available, margin])).toEqual([
      ['USDT', '99996.99970000', '99396.93970000', '600.06000000'],
      ['BTC', '0.10000000', '0.10000000', '0.00000000'],
    ])
  })

  it('says the decimals of each currency that are shown', () => {
    const currencies = ['BTC', 'JPY', 'SOL', 'TRX', 'USDC']
    const rows = currencyBalancesFromBuckets(
      currencies.map((currency) => ({ currency, bucket: 'AVAIL', amount: d('1.23456789') })),
      { accountType: 1, compId: null },
      asInstant(0),
      String,
    )
    expect(rows.map(({ currency, scale, available }) => [currency, scale, available])).toEqual([
      ['USDT', 2, '0.00000000'],
      ['BTC', 8, '1.23456789'],
      ['JPY', 0, '1.23456789'],
      ['SOL', 6, '1.23456789'],
      ['TRX', 4, '1.23456789'],
      ['USDC', 2, '1.23456789'],
    ])
  })
})
