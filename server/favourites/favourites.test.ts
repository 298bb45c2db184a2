import { afterAll, beforeAll, expect, it } from 'vitest'
import { secondContractFixture } from '../../tests/secondContracts/secondContractFixture.ts'
import { favouritesHandlers } from './handlers.ts'

let world: Awaited<ReturnType<typeof secondContractFixture>>
beforeAll(async () => {
  world = await secondContractFixture()
})
afterAll(() => world?.end())

it('keeps the order, leaves out repeats and markets that we do not list, and is each person’s own', async () => {
  const favourites = favouritesHandlers(world.app)
  const [ann, bob] = [await world.person(), await world.person()]
  const list = (who: typeof ann) => world.ask(who, (context) => favourites.list({}, context))
  const set = (symbols: string[]) => world.ask(ann, (context) => favourites.set({ symbols }, context))
  expect(await list(ann)).toEqual({ symbols: [] })
  expect(await set(['XAUUSD', 'NOPE', 'BTCUSDT', 'XAUUSD'])).toEqual({ symbols: ['XAUUSD', 'BTCUSDT'] })
  expect(await set(['BTCUSDT', 'XAUUSD'])).toEqual({ symbols: ['BTCUSDT', 'XAUUSD'] })
  expect(await list(ann)).toEqual({ symbols: ['BTCUSDT', 'XAUUSD'] })
  expect(await list(bob)).toEqual({ symbols: [] })
  expect(await set([])).toEqual({ symbols: [] })
})
