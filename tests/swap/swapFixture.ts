import type { SignedInUser } from '#server/core/visitor.ts'
import type { SwapQuote } from '#contract/calls/swap.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { swapHandlers } from '#server/swap/handlers.ts'
import { startMs, tradingFixture } from '../trading/tradingFixture.ts'

interface Wish {
  from: string
  to: string
  give?: string
  get?: string
  accountType?: number
}

/** The trading world with the module of swaps in it. */
export async function swapFixture() {
  const world = await tradingFixture()
  const swap = swapHandlers(world.app)
  const quote = (who: SignedInUser, { from, to, give, get, accountType = 2 }: Wish): Promise<SwapQuote> =>
    world.ask(who, (context) =>
      swap.quote(
        {
          accountType,
          fromCurrency: from,
          toCurrency: to,
          ...(give !== undefined && { fromAmount: asDecimal(give) }),
          ...(get !== undefined && { toAmount: asDecimal(get) }),
        },
        context,
      ),
    )
  const exchange = (who: SignedInUser, quoteId: string) => world.ask(who, (context) => swap.swap({ quoteId }, context))
  return {
    ...world,
    swap,
    quote,
    exchange,
    do: async (who: SignedInUser, wish: Wish) => exchange(who, (await quote(who, wish)).quoteId),
    swaps: (who: SignedInUser, pageNo = 1, pageSize = 100) =>
      world.ask(who, (context) => swap.swaps({ accountType: 2, pageNo, pageSize }, context)),
    /** Available by currency, those that are nothing left out. */
    holds: async (who: SignedInUser): Promise<Record<string, Decimal>> => {
      const lines = await world.ask(who, (context) => world.wallet.balances({ accountType: 2 }, context))
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
