import { Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { debtProjectStatus } from '#contract/states.ts'
import { formatDate, formatDateTime } from '#i18n/date.ts'
import { formatPercent } from '#i18n/number.ts'
import { divide, isZero } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { Row } from '#ui/Row.tsx'

type Debt = NonNullable<EarnProduct['debt']>

/** How much of the target is there, and until when it has time. */
export function DebtRaisedProgress({ debt, currency }: { debt: Debt; currency: string }) {
  const { t } = useLingui()
  const { target, raised, projectStatus, deadline, repayTime } = debt
  const share = isZero(target) ? '0' : divide(raised, target)
  const [percent, has, all] = [formatPercent(share, 0), formatExactAmount(raised), formatExactAmount(target)]
  const [until, next] = [formatDateTime(deadline), repayTime === null ? '' : formatDate(repayTime)]
  return (
    <Grid gap={1}>
      <Row wrap justify="between" gap={3} rowGap={0} className="text-small tabular">
        <span>
          <Trans>
            {has} of {all} {currency}
          </Trans>
        </span>
        <span>{percent}</span>
      </Row>
      <ProgressBar label={t`Raised so far`} value={decimalToPlotNumber(share)} />
      {projectStatus === debtProjectStatus.raising && (
        <Text as="span" tone="muted">
          <Trans>Until {until}</Trans>
        </Text>
      )}
      {projectStatus === debtProjectStatus.repaying && repayTime !== null && (
        <Text as="span" tone="muted">
          <Trans>Next repayment due {next}</Trans>
        </Text>
      )}
    </Grid>
  )
}
