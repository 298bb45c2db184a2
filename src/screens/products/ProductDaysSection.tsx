import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { EarnProduct, EarnProductDay } from '#contract/calls/products.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ProductDayCalculationInputList } from '#widgets/products/ProductDayCalculationInputList.tsx'
import { ProductDaysChart } from '#widgets/products/ProductDaysChart.tsx'
import { formatUnitValue, formatFractionAsPercent } from '#widgets/products/rateText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'

interface ProductDaysSectionProps {
  product: EarnProduct
  days: UseQueryResult<EarnProductDay[]>
}

const spans = ['90', '365', '800'] as const
type Span = (typeof spans)[number]

/** The days that were, and for the chosen one the published numbers that it was worked out from. */
export function ProductDaysSection({ product, days: { data, error, isFetching, refetch } }: ProductDaysSectionProps) {
  const { t } = useLingui()
  const [span, setSpan] = useState<Span>('90')
  const isFund = product.rateKind === 'nav'
  const names: Record<Span, string> = { '90': t`90 days`, '365': t`1 year`, '800': t({ message: 'All', context: 'days' }) }
  return (
    <Section title={isFund ? t`Unit value` : t`The last days`}>
      {data ? (
        <Card>
          <Grid gap={3}>
            {isFund && (
              <SegmentedControl
                label={t`How far back`}
                value={span}
                onChange={setSpan}
                options={spans.map((value) => ({ value, label: names[value] }))}
              />
            )}
            {data.length === 0 ? (
              <Text tone="muted">
                <Trans>No day has been worked out yet. The first comes at 01:00 (UTC+8).</Trans>
              </Text>
            ) : (
              <ProductDaysChart
                days={isFund ? data.slice(0, Number(span)) : data}
                look={isFund ? 'line' : 'columns'}
                format={isFund ? formatUnitValue : formatFractionAsPercent}
                label={isFund ? t`Unit value by day` : t`Rate by day`}
              >
                {(day) => <ProductDayCalculationInputList day={day} />}
              </ProductDaysChart>
            )}
          </Grid>
        </Card>
      ) : error ? (
        <LoadErrorState title={t`The days could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={6} height={1.25} />
        </Card>
      )}
    </Section>
  )
}
