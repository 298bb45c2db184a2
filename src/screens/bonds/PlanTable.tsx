import { Plural, Trans } from '@lingui/react/macro'
import { isZero, subtract } from '#rules/decimal.ts'
import { exactAmount } from '#widgets/products/rateText.ts'
import styles from './Bonds.module.css'
import type { Plan } from './plan.ts'

/** Every repayment as agreed, in days from the start. */
export function PlanTable({ plan: { repayments, interest, total }, currency }: { plan: Plan; currency: string }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.plan}>
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
              <td>{exactAmount(part)}</td>
              <td>{isZero(principal) ? '—' : exactAmount(principal)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>
              <Trans>In all, as agreed</Trans>
            </td>
            <td>{exactAmount(interest)}</td>
            <td>{exactAmount(subtract(total, interest))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
