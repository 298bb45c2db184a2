import type { Visitor } from '#account/visitor.ts'
import type { SwapQuote } from '#contract/calls/swap.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { swapHandlers } from '#server/swap/handlers.ts'
import { startMs, tradingWorld } from './tradingWorld.ts'

interface Wish {
  from: string
  to: string
  give?: string
  get?: string
  accountType?: number
}

/** The trading world with the room of swaps in it. */
export async function swapWorld() {
  const world = await tradingWorld()
  const swap = swapHandlers(world.house)
  const quote = (who: Visitor, { from, to, give, get, accountType = 2 }: Wish): Promise<SwapQuote> =>
    world.ask(who, (asking) =>
      swap.quote(
        {
          accountType,
          fromCurrency: from,
          toCurrency: to,
          ...(give !== undefined && { fromAmount: asDecimal(give) }),
          ...(get !== undefined && { toAmount: asDecimal(get) }),
        },
        asking,
      ),
    )
  const exchange = (who: Visitor, quoteId: string) => world.ask(who, (asking) => swap.swap({ quoteId }, asking))
  return {
    ...world,
    swap,
    quote,
    exchange,
    do: async (who: Visitor, wish: Wish) => exchange(who, (await quote(who, wish)).quoteId),
    swaps: (who: Visitor, pageNo = 1, pageSize = 100) =>
      world.ask(who, (asking) => swap.swaps({ accountType: 2, pageNo, pageSize }, asking)),
    /** Available by currency, those that are nothing left out. */
    holds: async (who: Visitor): Promise<Record<string, Decimal>> => {
      const lines = await world.ask(who, (asking) => world.wallet.balances({ accountType: 2 }, asking))
      return Object.fromEntries(
        lines.filter(({ available }) => /[1-9]/.test(available)).map(({ currency, available }) => [currency, available]),
      )
    },
    /** Everybody and the house at the beginning: 60,000 and 3,000 at 00:00:00. */
    begin: () => {
      world.clock.set(startMs)
      world.hand.close(false)
      world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000' })
    },
  }
}
