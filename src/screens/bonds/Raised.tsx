import { Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { debtStatus } from '#contract/states.ts'
import { formatDay, formatTime } from '#i18n/date.ts'
import { formatShare } from '#i18n/number.ts'
import { divide, isZero } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { Progress } from '#ui/Progress.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import styles from './Bonds.module.css'

type Debt = NonNullable<Product['debt']>

/** How much of the target is there, and until when it has time. */
export function Raised({ debt, currency }: { debt: Debt; currency: string }) {
  const { t } = useLingui()
  const { target, raised, projectStatus, deadline, repayTime } = debt
  const share = isZero(target) ? '0' : divide(raised, target)
  const [percent, has, all] = [formatShare(share, 0), exactAmount(raised), exactAmount(target)]
  const [until, next] = [formatTime(deadline), repayTime === null ? '' : formatDay(repayTime)]
  return (
    <div className={styles.raised}>
      <div className={styles.between}>
        <span>
          <Trans>
            {has} of {all} {currency}
          </Trans>
        </span>
        <span>{percent}</span>
      </div>
      <Progress label={t`Raised so far`} value={toPlotNumber(share)} />
      {projectStatus === debtStatus.raising && (
        <span className={styles.quiet}>
          <Trans>Until {until}</Trans>
        </span>
      )}
      {projectStatus === debtStatus.repaying && repayTime !== null && (
        <span className={styles.quiet}>
          <Trans>Next repayment due {next}</Trans>
        </span>
      )}
    </div>
  )
}
