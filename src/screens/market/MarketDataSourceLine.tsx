import { Trans } from '@lingui/react/macro'
import { toDeviceTime } from '#api/serverClock.ts'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import styles from './DepthTab.module.css'

const freshForMs = 5_000
const properNames: Readonly<Record<string, string>> = { coinbase: 'Coinbase', binance: 'Binance', kraken: 'Kraken' }

/** Who says so, and how old it is once it is not of this moment. */
export function MarketDataSourceLine({ source, at }: { source: string; at: number }) {
  const exchange = properNames[source] ?? source
  return (
    <p className={styles.source}>
      <Trans>As told by {exchange}</Trans> <DataAgeChip at={toDeviceTime(at)} afterMs={freshForMs} />
    </p>
  )
}
