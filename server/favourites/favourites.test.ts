import { afterAll, beforeAll, expect, it } from 'vitest'
import { secondWorld } from '../../tests/money/secondWorld.ts'
import { favouritesHandlers } from './handlers.ts'

let world: Awaited<ReturnType<typeof secondWorld>>
beforeAll(async () => {
  world = await secondWorld()
})
afterAll(() => world?.end())

it('keeps the order, leaves out repeats and markets that we do not list, and is each person’s own', async () => {
  const favourites = favouritesHandlers(world.house)
  const [ann, bob] = [await world.person(), await world.person()]
  const list = (who: typeof ann) => world.ask(who, (asking) => favourites.list({}, asking))
  const set = (symbols: string[]) => world.ask(ann, (asking) => favourites.set({ symbols }, asking))
  expect(await list(ann)).toEqual({ symbols: [] })
  expect(await set(['XAUUSD', 'NOPE', 'BTCUSDT', 'XAUUSD'])).toEqual({ symbols: ['XAUUSD', 'BTCUSDT'] })
  expect(await set(['BTCUSDT', 'XAUUSD'])).toEqual({ symbols: ['BTCUSDT', 'XAUUSD'] })
  expect(await list(ann)).toEqual({ symbols: ['BTCUSDT', 'XAUUSD'] })
  expect(await list(bob)).toEqual({ symbols: [] })
  expect(await set([])).toEqual({ symbols: [] })
})
