import { Trans } from '@lingui/react/macro'
import { Row } from '#ui/Row.tsx'
import styles from './Chart.module.css'

/** What the marks on the chart mean; the lines say it themselves. */
export function ChartTradeMarksLegend({ hasMarks }: { hasMarks: boolean }) {
  if (!hasMarks) return null
  return (
    <ul className={styles.key}>
      <Row as="li" align="center" gap={1}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <path d="M5 1 9.5 9h-9Z" fill="currentColor" />
        </svg>
        <Trans>Opened long</Trans>
      </Row>
      <Row as="li" align="center" gap={1}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <path d="M5 9 .5 1h9Z" fill="currentColor" />
        </svg>
        <Trans>Opened short</Trans>
      </Row>
      <Row as="li" align="center" gap={1}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <path d="m5 1 4 4-4 4-4-4Z" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </svg>
        <Trans context="mark on a chart">Closed</Trans>
      </Row>
    </ul>
  )
}
