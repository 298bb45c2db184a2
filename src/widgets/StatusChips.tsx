import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import { ageWords, formatClock } from '#i18n/date.ts'
import { Chip } from '#ui/Chip.tsx'
import { Offline, Refresh } from '#ui/icons.tsx'
import styles from './StatusChips.module.css'

export interface StatusChipsProps {
  /** The screen shows the demo book. */
  demo?: boolean | undefined
  /** The screen shows simulated prices. */
  simulated?: boolean | undefined
  /** When the prices on the screen were true, on the device's clock; said while offline. */
  pricesAt?: number | undefined
  children?: ReactNode
}

const watchSignal = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a network at all. */
export const useIsOnline = (): boolean => useSyncExternalStore(watchSignal, () => navigator.onLine)

/** The line of chips under the title: what kind of money, what kind of prices, and how the connection stands (product §4.1). */
export function StatusChips({ demo, simulated, pricesAt, children }: StatusChipsProps) {
  const { t } = useLingui()
  const settings = useSystemSettings()
  return (
    <section className={styles.chips} aria-label={t`Status`}>
      {/* Its place is kept until we know, so that nothing moves when it comes. */}
      {settings === undefined && <span className={styles.unknown} />}
      {settings?.env === 'sandbox' && (
        <Chip tone="brass">
          <Trans>Sandbox · play money</Trans>
        </Chip>
      )}
      {demo && (
        <Chip tone="violet">
          <Trans>Demo</Trans>
        </Chip>
      )}
      {simulated && (
        <Chip tone="violet">
          <Trans>Simulated prices</Trans>
        </Chip>
      )}
      {children}
      <output className={styles.connection}>
        <ConnectionChip pricesAt={pricesAt} />
      </output>
    </section>
  )
}

const hourMs = 3_600_000

/** '14:32', or 'Tue 14:32' for another day: a moment, where an age would go on ticking. */
const momentWords = (at: number): string => (Date.now() - at < hourMs ? formatClock(at) : (ageWords(at, Date.now()) ?? formatClock(at)))

function ConnectionChip({ pricesAt }: { pricesAt: number | undefined }) {
  const connection = useConnection()
  const isOnline = useIsOnline()
  if (!isOnline || connection === 'offline') {
    return (
      <Chip tone="warn" icon={<Offline />}>
        {pricesAt === undefined ? <Trans>Offline</Trans> : <Trans>Offline · prices from {momentWords(pricesAt)}</Trans>}
      </Chip>
    )
  }
  if (connection !== 'reconnecting') return null
  return (
    <span className={styles.late}>
      <Chip tone="warn" icon={<Refresh />}>
        <Trans>Reconnecting</Trans>
      </Chip>
    </span>
  )
}
