import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SwapQuote } from '#contract/calls/swap.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { rateText, shareText } from './rateText.ts'
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
  const shown = (key: keyof SwapQuote, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const per = (rate: string) => (quote ? `1 ${quote.base} = ${rateText(rate)} ${quote.counter}` : missing)
  const amounts: Fact[] =
    quote && whole
      ? [
          {
            key: 'from',
            name: <Trans>You give</Trans>,
            value: shown('fromAmount', `${formatAmount(quote.fromAmount, 8)} ${quote.fromCurrency}`),
          },
          {
            key: 'to',
            name: <Trans>You get</Trans>,
            value: shown('toAmount', `${formatAmount(quote.toAmount, 8)} ${quote.toCurrency}`),
            strong: true,
          },
        ]
      : []
  return (
    <Facts
      rows={[
        ...amounts,
        { key: 'rate', name: <Trans context="of an exchange">Rate</Trans>, value: quote ? shown('rate', per(quote.rate)) : missing },
        { key: 'mid', name: <Trans>Middle of the market</Trans>, value: quote ? shown('mid', per(quote.mid)) : missing },
        {
          key: 'cost',
          name: <Trans>What it costs</Trans>,
          value: quote ? shown('costUsdt', `${formatAmount(quote.costUsdt, 8)} USDT (${shareText(quote.spreadRate)})`) : missing,
        },
      ]}
    />
  )
}
