import { expect, it } from 'vitest'
import {
  isRecordInputSymbol,
  isNonMarketInputSymbol,
  priceRecordLeafText,
  marketOfRecordSymbol,
  parsePriceRecordLeaf,
} from '#rules/leaf.ts'
import { simHashprice } from './miningLevels.ts'

const seed = Buffer.from(`${'00'.repeat(31)}01`, 'hex')

it('gives the published hashprices again from a day’s seed', () => {
  const days = ['2026-11-21', '2026-11-22', '2026-11-23']
  expect(days.map((day) => simHashprice(seed, 'BTC', day))).toEqual(['0.0000005447', '0.0000005137', '0.0000005073'])
  expect(days.map((day) => simHashprice(seed, 'LTC', day))).toEqual(['0.0106298400', '0.0103656800', '0.0099496800'])
})

it('stays within five percent of its level', () => {
  const values = Array.from({ length: 400 }, (_, n) => Number(simHashprice(seed, 'BTC', `day ${n}`)))
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0.000000494)
  expect(Math.max(...values)).toBeLessThanOrEqual(0.000000546)
  expect(new Set(values).size).toBeGreaterThan(100)
})

it('has leaves that are read again, and are about no market', () => {
  for (const symbol of ['HASHPRICE_BTC', 'KWH', 'STAKE:ETH', 'NAV:GOLD-TREND']) {
    const text = priceRecordLeafText({ symbol, sec: 1795190400, price: '0.0000005200', mode: 'SIM', sources: ['level=0.00000052'] })
    expect(parsePriceRecordLeaf(text)?.symbol).toBe(symbol)
    expect([isRecordInputSymbol(symbol), isNonMarketInputSymbol(symbol), marketOfRecordSymbol(symbol)]).toEqual([true, true, symbol])
  }
  expect(isRecordInputSymbol('KWHUSDT')).toBe(false)
})
