import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, ProductDay } from '#contract/calls/products.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { DayInputs } from '#widgets/products/DayInputs.tsx'
import { DaysChart } from '#widgets/products/DaysChart.tsx'
import { navText, percentText } from '#widgets/products/rateText.ts'
import styles from './Earn.module.css'

interface DaysSectionProps {
  product: Product
  days: UseQueryResult<ProductDay[]>
}

const spans = ['90', '365', '800'] as const
type Span = (typeof spans)[number]

/** The days that were, and for the chosen one the published numbers that it was worked out from. */
export function DaysSection({ product, days: { data, error, isFetching, refetch } }: DaysSectionProps) {
  const { t } = useLingui()
  const [span, setSpan] = useState<Span>('90')
  const isFund = product.rateKind === 'nav'
  const names: Record<Span, string> = { '90': t`90 days`, '365': t`1 year`, '800': t({ message: 'All', context: 'days' }) }
  return (
    <Section title={isFund ? t`Unit value` : t`The last days`}>
      {data ? (
        <Card>
          <div className={styles.stack}>
            {isFund && (
              <Segments
                label={t`How far back`}
                value={span}
                onChange={setSpan}
                options={spans.map((value) => ({ value, label: names[value] }))}
              />
            )}
            {data.length === 0 ? (
              <p className={styles.quiet}>
                <Trans>No day has been worked out yet. The first comes at 01:00 (UTC+8).</Trans>
              </p>
            ) : (
              <DaysChart
                days={isFund ? data.slice(0, Number(span)) : data}
                look={isFund ? 'line' : 'columns'}
                format={isFund ? navText : percentText}
                label={isFund ? t`Unit value by day` : t`Rate by day`}
              >
                {(day) => <DayInputs day={day} />}
              </DaysChart>
            )}
          </div>
        </Card>
      ) : error ? (
        <FailedRead title={t`The days could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={6} height={1.25} />
        </Card>
      )}
    </Section>
  )
}
