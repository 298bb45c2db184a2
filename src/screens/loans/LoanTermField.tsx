import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import type { LoanTermOption } from './loanFigures.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'

/** How long. */
export function LoanTermField({
  options,
  value,
  onChange,
}: {
  options: readonly LoanTermOption[]
  value: number
  onChange(days: number): void
}) {
  const { t } = useLingui()
  return (
    <Grid gap={2}>
      <Text as="span" weight="medium" tone="muted">
        {t({ message: 'Days', context: 'how long a loan runs' })}
      </Text>
      <SegmentedControl
        label={t({ message: 'Days', context: 'how long a loan runs' })}
        value={String(value)}
        onChange={(days) => onChange(Number(days))}
        options={options.map(({ days }) => ({ value: String(days), label: String(days) }))}
      />
    </Grid>
  )
}
