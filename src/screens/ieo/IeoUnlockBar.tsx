import { Trans } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { IeoOrder } from '#contract/calls/ieo.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Ieo.module.css'

/** How many of the tokens are free, and when each part becomes so. */
export function IeoUnlockBar({ order: { unlocked, paidNum, unlock, tokenSymbol } }: { order: IeoOrder }) {
  const now = serverNow()
  const [free, all] = [formatExactAmount(unlocked), formatExactAmount(paidNum ?? '0')]
  return (
    <Grid gap={3}>
      <p className={styles.between}>
        <Trans>
          {free} of {all} {tokenSymbol} are free
        </Trans>
      </p>
      <div className={styles.bar} aria-hidden="true" style={{ gridTemplateColumns: unlock.map(({ percent }) => `${percent}fr`).join(' ') }}>
        {unlock.map(({ time }) => (
          <span key={time} data-free={time <= now || undefined} />
        ))}
      </div>
      <ol className={styles.unlocks}>
        {unlock.map(({ time, percent }) => {
          const part = formatExactAmount(percent)
          return (
            <li key={time} data-free={time <= now || undefined}>
              <span>{formatDateTime(time)}</span>
              <span>{time <= now ? <Trans>{part}%, free</Trans> : `${part}%`}</span>
            </li>
          )
        })}
      </ol>
    </Grid>
  )
}
