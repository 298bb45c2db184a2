import { Plural, Trans } from '@lingui/react/macro'
import { isZero, subtract } from '#rules/decimal.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Bonds.module.css'
import type { DebtRepaymentPlan } from './repaymentPlan.ts'

/** Every repayment as agreed, in days from the start. */
export function RepaymentPlanTable({ plan: { repayments, interest, total }, currency }: { plan: DebtRepaymentPlan; currency: string }) {
  return (
    <div className={styles.scroll}>
      <table className={joinClassNames('data-table', styles.plan)}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>After</Trans>
            </th>
            <th scope="col">
              <Trans context="of a debt">Interest</Trans>
            </th>
            <th scope="col">
              <Trans>Money back, {currency}</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {repayments.map(({ number, day, interest: part, principal }) => (
            <tr key={number}>
              <td>
                <Plural value={day} one="# day" other="# days" />
              </td>
              <td>{formatExactAmount(part)}</td>
              <td>{isZero(principal) ? '—' : formatExactAmount(principal)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>
              <Trans>In all, as agreed</Trans>
            </td>
            <td>{formatExactAmount(interest)}</td>
            <td>{formatExactAmount(subtract(total, interest))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
