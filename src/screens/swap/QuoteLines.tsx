import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SwapQuote } from '#contract/calls/swap.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { missingValueDash } from '#i18n/number.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { formatSwapRate, formatSwapCostPercent } from './rateText.ts'
import styles from './Swap.module.css'

interface QuoteLinesProps {
  quote: Omit<SwapQuote, 'quoteId'> | undefined
  changed: ReadonlySet<string>
  turn: number
  /** With both amounts, for the last look. */
  whole?: boolean
}

/** The rate, the middle of the market beside it, and what the difference costs. Figures that moved are tinted for a moment. */
export function QuoteLines({ quote, changed, turn, whole = false }: QuoteLinesProps) {
  const highlighted = (key: keyof SwapQuote, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const formatRate = (rate: string) => (quote ? `1 ${quote.base} = ${formatSwapRate(rate)} ${quote.counter}` : missingValueDash)
  const amounts: DescriptionItem[] =
    quote && whole
      ? [
          {
            key: 'from',
            name: <Trans>You give</Trans>,
            value: highlighted('fromAmount', formatCostWithCurrency(quote.fromAmount, quote.fromCurrency)),
          },
          {
            key: 'to',
            name: <Trans>You get</Trans>,
            value: highlighted('toAmount', formatMoney(quote.toAmount, quote.toCurrency)),
            strong: true,
          },
        ]
      : []
  return (
    <DescriptionList
      rows={[
        ...amounts,
        {
          key: 'rate',
          name: <Trans context="of an exchange">Rate</Trans>,
          value: quote ? highlighted('rate', formatRate(quote.rate)) : missingValueDash,
        },
        {
          key: 'mid',
          name: <Trans>Middle of the market</Trans>,
          value: quote ? highlighted('mid', formatRate(quote.mid)) : missingValueDash,
        },
        {
          key: 'cost',
          name: <Trans>What it costs</Trans>,
          value: quote
            ? highlighted('costUsdt', `${formatCostWithCurrency(quote.costUsdt, 'USDT')} (${formatSwapCostPercent(quote.spreadRate)})`)
            : missingValueDash,
        },
      ]}
    />
  )
}
