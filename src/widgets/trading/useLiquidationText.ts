import { useLingui } from '@lingui/react/macro'
import { usdtConversionKindOfMarket } from '#rules/quote.ts'

/** Says 'about' before a close-out price that another market's rate moves too, such as that of EURJPY; the exact ones stay as they are. */
export function useLiquidationPriceText(market: { symbol: string; quote: string } | undefined): (price: string) => string {
  const { t } = useLingui()
  const isEstimate = market !== undefined && usdtConversionKindOfMarket(market) === 'other'
  return (price) => (isEstimate ? t({ message: `about ${price}`, context: 'a price' }) : price)
}
