import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { readOptionChain } from './chain.ts'

/** What options there are (docs/rules/options.md). They are bought and left the way of all orders: see `kind.ts`. */
export const optionsHandlers = (app: AppContext): CallHandlers<'options'> => ({
  chain: ({ underlying, expiry }) => readOptionChain(app, app.db, underlying, expiry),
})
