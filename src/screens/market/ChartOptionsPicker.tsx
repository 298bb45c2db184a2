import { Trans, useLingui } from '@lingui/react/macro'
import type { ChartIndicator } from '#widgets/market/CandleChart.tsx'
import styles from './Chart.module.css'

interface ChartOptionsPickerProps {
  indicators: readonly ChartIndicator[]
  onIndicators(next: readonly ChartIndicator[]): void
  variant: 'candles' | 'line'
  onVariant(next: 'candles' | 'line'): void
  /** Volume is offered only where it is a real one. */
  hasVolume: boolean
  /** Whether this person's own trades are drawn; undefined where there are none. */
  trades: boolean | undefined
  onTrades(next: boolean): void
}

const choices: readonly ChartIndicator[] = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI']

/** Which indicators are drawn, whether bars are candles or a line, and whether one's own trades are shown. */
export function ChartOptionsPicker({ indicators, onIndicators, variant, onVariant, hasVolume, trades, onTrades }: ChartOptionsPickerProps) {
  const { t } = useLingui()
  const toggle = (indicator: ChartIndicator) =>
    onIndicators(indicators.includes(indicator) ? indicators.filter((other) => other !== indicator) : [...indicators, indicator])
  return (
    <div className={styles.studies} role="group" aria-label={t`Indicators`}>
      {(hasVolume ? [...choices, 'VOL' as const] : choices).map((indicator) => (
        <button key={indicator} type="button" aria-pressed={indicators.includes(indicator)} onClick={() => toggle(indicator)}>
          {indicator}
        </button>
      ))}
      <button type="button" aria-pressed={variant === 'line'} onClick={() => onVariant(variant === 'line' ? 'candles' : 'line')}>
        <Trans>Line</Trans>
      </button>
      {trades !== undefined && (
        <button type="button" aria-pressed={trades} onClick={() => onTrades(!trades)}>
          <Trans>My trades</Trans>
        </button>
      )}
    </div>
  )
}
