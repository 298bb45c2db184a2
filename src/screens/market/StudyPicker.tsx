import { Trans, useLingui } from '@lingui/react/macro'
import type { Study } from '#widgets/CandleChart.tsx'
import styles from './Chart.module.css'

interface StudyPickerProps {
  studies: readonly Study[]
  onStudies(next: readonly Study[]): void
  look: 'candles' | 'line'
  onLook(next: 'candles' | 'line'): void
  /** Volume is offered only where it is a real one. */
  hasVolume: boolean
  /** Whether this person's own trades are drawn; undefined where there are none. */
  trades: boolean | undefined
  onTrades(next: boolean): void
}

const choices: readonly Study[] = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI']

/** Which indicators are drawn, whether bars are candles or a line, and whether one's own trades are shown. */
export function StudyPicker({ studies, onStudies, look, onLook, hasVolume, trades, onTrades }: StudyPickerProps) {
  const { t } = useLingui()
  const toggle = (study: Study) => onStudies(studies.includes(study) ? studies.filter((other) => other !== study) : [...studies, study])
  return (
    <div className={styles.studies} role="group" aria-label={t`Indicators`}>
      {(hasVolume ? [...choices, 'VOL' as const] : choices).map((study) => (
        <button key={study} type="button" aria-pressed={studies.includes(study)} onClick={() => toggle(study)}>
          {study}
        </button>
      ))}
      <button type="button" aria-pressed={look === 'line'} onClick={() => onLook(look === 'line' ? 'candles' : 'line')}>
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
