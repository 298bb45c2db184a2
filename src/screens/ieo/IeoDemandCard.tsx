import { Plural, Trans } from '@lingui/react/macro'
import type { IeoProject } from '#contract/calls/ieo.ts'
import { ieoStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { divide, isZero } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import styles from './Ieo.module.css'

/** How much is asked for against what there is. */
export function IeoDemandCard({ ieo: { status, totalApplied, totalSupply, applicants, tokenSymbol } }: { ieo: IeoProject }) {
  if (status === ieoStatus.upcoming || status === ieoStatus.cancelled || applicants === 0) return null
  const times = isZero(totalSupply) ? '0' : formatAmount(divide(totalApplied, totalSupply), 2)
  const [asked, all] = [formatExactAmount(totalApplied), formatExactAmount(totalSupply)]
  return (
    <Card>
      <p className={styles.between}>
        <span>
          <Trans>Asked for: {times} times what there is</Trans>
        </span>
        <span>
          <Plural value={applicants} one="# application" other="# applications" />
        </span>
      </p>
      <p className={styles.quiet}>
        <Trans>
          {asked} of {all} {tokenSymbol}. What somebody would win above the cap goes to the others.
        </Trans>
      </p>
    </Card>
  )
}
