import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { retryingReadCountStore } from '#api/busyReads.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { useStore } from '#device/store.ts'
import { formatDataAge, formatHourMinute } from '#i18n/date.ts'
import { Chip } from '#ui/Chip.tsx'
import { OfflineIcon, RefreshIcon } from '#ui/icons/icons.tsx'
import styles from './ScreenStatusChips.module.css'

export interface ScreenStatusChipsProps {
  /** The screen shows the demo book. */
  demo?: boolean | undefined
  /** The screen shows simulated prices. */
  simulated?: boolean | undefined
  /** When the prices on the screen were true, on the device's clock; said while offline. */
  pricesAt?: number | undefined
  children?: ReactNode
}

const subscribeToOnline = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a network at all. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribeToOnline, () => navigator.onLine)

/** The line of chips under the title: what kind of money, what kind of prices, and how the connection stands (docs/rules/interface.md). */
export function ScreenStatusChips({ demo, simulated, pricesAt, children }: ScreenStatusChipsProps) {
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
const formatPricesAt = (at: number): string =>
  Date.now() - at < hourMs ? formatHourMinute(at) : (formatDataAge(at, Date.now()) ?? formatHourMinute(at))

function ConnectionChip({ pricesAt }: { pricesAt: number | undefined }) {
  const connection = useStreamConnectionState()
  const isOnline = useIsOnline()
  const retryCount = useStore(retryingReadCountStore)
  if (!isOnline || connection === 'offline') {
    return (
      <Chip tone="warn" icon={<OfflineIcon />}>
        {pricesAt === undefined ? <Trans>Offline</Trans> : <Trans>Offline · prices from {formatPricesAt(pricesAt)}</Trans>}
      </Chip>
    )
  }
  const isReconnecting = connection === 'reconnecting'
  if (!isReconnecting && !retryCount) return null
  return (
    <span className={styles.late}>
      <Chip tone="warn" icon={<RefreshIcon />}>
        {isReconnecting ? <Trans>Reconnecting</Trans> : <Trans>Busy. Trying again…</Trans>}
      </Chip>
    </span>
  )
}
