import { expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { readRecordedPriceAtOrBefore } from './recordedPrices.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { createMarketStore } from './store.ts'

it('finds a price in its second, or the newest before it, and none that is older than asked', async () => {
  const db = await testDatabase()
  const store = createMarketStore(
    db,
    'hand',
    symbolSeeds.map(({ symbol }) => symbol),
  )
  const first = 1_795_190_400
  const mode = 'SIM' as const
  // BTC once, ETH in each of the 200 seconds.
  const seconds = Array.from({ length: 200 }, (_, n) => ({
    sec: first + n,
    prices: new Map([
      ['ETHUSDT', { price: toScaledPrice(String(3000 + n)), mode }],
      ...(n === 10 ? ([['BTCUSDT', { price: toScaledPrice('90000'), mode }]] as const) : []),
    ]),
  }))
  await store.write(seconds, 0)
  const by = (symbol: string, sec: number, back: number) => readRecordedPriceAtOrBefore(db, 'hand', symbol, first + sec, back)
  expect(await by('ETHUSDT', 150, 0)).toMatchObject({ sec: first + 150 })
  expect(Number((await by('ETHUSDT', 150, 3600))?.price)).toBe(3150)
  expect(await by('BTCUSDT', 10, 0)).toMatchObject({ sec: first + 10 })
  expect(await by('BTCUSDT', 199, 3600)).toMatchObject({ sec: first + 10 })
  expect(await by('BTCUSDT', 199, 189)).toMatchObject({ sec: first + 10 })
  expect(await by('BTCUSDT', 199, 188)).toBeUndefined()
  expect(await by('BTCUSDT', 9, 3600)).toBeUndefined()
  expect(await by('BTCUSDT', 5000, 3600)).toBeUndefined()
  await db.close()
})
