import { useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { add, ceilToStep, floorToStep, multiply } from '#rules/decimal.ts'
import { isInStopRange, type StopRange, type StopRanges, stopRanges } from '#rules/stops.ts'
import { DecimalField } from '#ui/fields/DecimalField.tsx'

export interface StopPriceTexts {
  stopProfit: string
  stopLoss: string
}

export const emptyStopPriceTexts: StopPriceTexts = { stopProfit: '', stopLoss: '' }

interface StopPriceFieldsProps {
  listed: MarketWithPrice
  side: number
  /** The mark, or the limit of an order that waits for it; undefined until known. */
  from: Decimal | undefined
  liqPrice: Decimal | undefined
  value: StopPriceTexts
  onChange(next: StopPriceTexts): void
}

const profitShares = ['0.01', '0.02', '0.05', '0.1']
const lossShares = ['-0.01', '-0.02', '-0.03']

/** Take profit and stop loss, by price or as so much per cent from here. */
export function StopPriceFields({ listed, side, from, liqPrice, value, onChange }: StopPriceFieldsProps) {
  const { t } = useLingui()
  const words = useStopRangeText(listed)
  const ranges = from && liqPrice && stopRanges(side, from, liqPrice, listed.tick)
  const problems = ranges && findViolatedStopRanges(value, ranges)
  return (
    <>
      <DecimalField
        label={t`Take profit`}
        value={value.stopProfit}
        onChange={(stopProfit) => onChange({ ...value, stopProfit })}
        scale={listed.priceScale}
        unit={listed.quote}
        error={problems?.stopProfit && words(problems.stopProfit)}
        {...(from && { steps: stopShortcuts(listed, side, from, profitShares) })}
      />
      <DecimalField
        label={t`Stop loss`}
        value={value.stopLoss}
        onChange={(stopLoss) => onChange({ ...value, stopLoss })}
        scale={listed.priceScale}
        unit={listed.quote}
        error={problems?.stopLoss && words(problems.stopLoss)}
        {...(from &&
          ranges && {
            steps: stopShortcuts(listed, side, from, lossShares).filter((step) => isInStopRange(asDecimal(step.value), ranges.stopLoss)),
          })}
      />
    </>
  )
}

/** The range that a price is not in, by field. */
export function findViolatedStopRanges(
  texts: StopPriceTexts,
  ranges: StopRanges,
): { stopProfit?: StopRange | undefined; stopLoss?: StopRange | undefined } {
  const problem = (field: keyof StopPriceTexts) =>
    texts[field] && !isInStopRange(asDecimal(texts[field]), ranges[field]) ? ranges[field] : undefined
  return { stopProfit: problem('stopProfit'), stopLoss: problem('stopLoss') }
}

/** In a short's favour the price falls. */
function stopShortcuts(listed: MarketWithPrice, side: number, from: Decimal, shares: readonly string[]) {
  const sign = side === direction.long ? '1' : '-1'
  return shares.map((share) => {
    const price = multiply(from, add('1', multiply(sign, share)))
    const onTick = (side === direction.long ? floorToStep : ceilToStep)(price, listed.tick)
    const percent = `${Number(share) * 100}`.replace('-', '−')
    return { label: `${share.startsWith('-') ? '' : '+'}${percent}%`, value: onTick }
  })
}

function useStopRangeText(listed: MarketWithPrice): (range: StopRange) => string {
  const { t } = useLingui()
  return ({ min, max }) => {
    const least = min && formatAmount(min, listed.priceScale)
    const most = max && formatAmount(max, listed.priceScale)
    if (least && most) return t`Between ${least} and ${most}.`
    return least ? t`At least ${least}.` : t`At most ${most}.`
  }
}
