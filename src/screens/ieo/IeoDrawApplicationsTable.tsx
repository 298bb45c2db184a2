import { Plural, Trans } from '@lingui/react/macro'
import type { IeoDraw } from '#contract/calls/ieo.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import styles from './Ieo.module.css'

/** More are not drawn on a phone's screen; all of them were drawn. */
const maxShown = 200

/** Every application and what it won, without names; one's own is marked. */
export function IeoDrawApplicationsTable({ draw: { all, leafIndex }, tokenSymbol }: { draw: IeoDraw; tokenSymbol: string }) {
  const from = leafIndex === null ? 0 : Math.max(0, Math.min(leafIndex - maxShown / 2, all.length - maxShown))
  const shownApplications = all.slice(from, from + maxShown)
  const rest = all.length - shownApplications.length
  return (
    <details className={styles.all}>
      <summary>
        <Trans>All applications</Trans>
      </summary>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">
              <Trans context="of an application">Number</Trans>
            </th>
            <th scope="col">
              <Trans>Asked, {tokenSymbol}</Trans>
            </th>
            <th scope="col">
              <Trans>Won, {tokenSymbol}</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {shownApplications.map(([orderId, asked, won], index) => (
            <tr key={orderId} data-mine={from + index === leafIndex || undefined}>
              <td>…{orderId.slice(-6)}</td>
              <td>{formatExactAmount(asked)}</td>
              <td>{formatExactAmount(won)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className={styles.quiet}>
          <Plural value={rest} one="# more was drawn and checked." other="# more were drawn and checked." />
        </p>
      )}
    </details>
  )
}
