import { Plural, Trans } from '@lingui/react/macro'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Mining.module.css'
import type { MiningOutlook } from './payback.ts'

/** Whether a machine earns its price before it stops, at today's values and in plain words. */
export function MiningPayback({ outlook: { days, isLoss }, termDays }: { outlook: MiningOutlook; termDays: number }) {
  return (
    <span className={joinClassNames(styles.payback, isLoss && styles.loss)}>
      {days === null ? (
        <Trans>At today's values it stands still and never earns its price.</Trans>
      ) : isLoss ? (
        <Trans>
          Does not pay back at today's values: it would take <Plural value={days} one="# day" other="# days" />, and it runs for{' '}
          <Plural value={termDays} one="# day" other="# days" />.
        </Trans>
      ) : (
        <Trans>
          At today's values it earns its price in <Plural value={days} one="# day" other="# days" />. It runs for{' '}
          <Plural value={termDays} one="# day" other="# days" />.
        </Trans>
      )}
    </span>
  )
}
