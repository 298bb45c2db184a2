import { Trans } from '@lingui/react/macro'
import type { FeedMode } from '#contract/states.ts'
import { Chip } from '#ui/Chip.tsx'
import styles from './DepthTab.module.css'

/** Why there is nothing to show: a market without an exchange has no book and no trades, and none are made up. */
export function NoExchangeDataNotice({ feedMode, text }: { feedMode: FeedMode; text: string }) {
  return (
    <div className={styles.none}>
      {feedMode === 'SIM' && (
        <Chip tone="violet">
          <Trans>Simulated prices</Trans>
        </Chip>
      )}
      <p>{text}</p>
    </div>
  )
}
