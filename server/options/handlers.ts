import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { chainOf } from './chain.ts'

/** What options there are (product §1.5 call 95, §2.5). They are bought and left the way of all orders: see `kind.ts`. */
export const optionsHandlers = (house: House): Handlers<'options'> => ({
  chain: ({ underlying, expiry }) => chainOf(house, house.db, underlying, expiry),
})
