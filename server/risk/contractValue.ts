import type { Decimal } from '#contract/decimal.ts'
import { positionProfitAt } from '#rules/position.ts'
import type { ValuationPrices } from './usdtPrice.ts'

/** What is needed of an open contract to value it. */
export interface OpenContract {
  symbol: string
  direction: number
  quantity: Decimal
  contract_size: Decimal
  open_price: Decimal
  margin: Decimal
  added_margin: Decimal
}

/** Unrealised profit by these prices, in USDT; undefined without one. */
export function unrealisedProfitOf(market: ValuationPrices, contract: OpenContract): Decimal | undefined {
  const quote = market.quote(contract.symbol)
  const spec = market.spec(contract.symbol)
  const conversion = spec && market.conversion(spec.quote)
  if (!quote || !conversion) return undefined
  const { direction, quantity, contract_size: contractSize, open_price: openPrice, margin, added_margin: addedMargin } = contract
  return positionProfitAt({ direction, quantity, contractSize, openPrice, margin, addedMargin, conversion }, quote.mid)
}
