import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useBookTone } from '#api/book.ts'
import type { Assets } from '#contract/calls/wallet.ts'
import { setPreference, usePreference } from '#device/preferences.ts'
import { formatTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Eye, EyeOff } from '#ui/icons.tsx'
import { Info } from '#ui/moreIcons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { ChangePill } from '#widgets/ChangePill.tsx'
import styles from './AssetCenter.module.css'
import { isTarget, type Target, targetPlaces, targets } from './targets.ts'

interface TotalProps {
  assets: Assets
  /** The figures are still those of the target before. */
  isChanging: boolean
  canChange: boolean
  target: Target
  onTarget: (target: Target) => void
}

/** The total in the chosen currency and today's result; what they mean is one tap away. */
export function Total({ assets, isChanging, canChange, target, onTarget }: TotalProps) {
  const { t } = useLingui()
  const tone = useBookTone()
  const isHidden = usePreference('hideBalance')
  const [isExplained, setExplained] = useState(false)
  const shown = isTarget(assets.target) ? assets.target : 'USDT'
  // The account is told too, wherever it is pressed (app/notifications).
  const hide = () => setPreference('hideBalance', !isHidden)
  return (
    <Card tone={tone ?? 'plain'} className={styles.total}>
      <div className={styles.totalTitle}>
        <span>{tone === 'demo' ? <Trans>Total, demo book</Trans> : <Trans>Total, real book</Trans>}</span>
        <span className={styles.buttons}>
          <IconButton icon={<Info />} label={t`What these numbers mean`} onClick={() => setExplained(true)} />
          <IconButton icon={isHidden ? <EyeOff /> : <Eye />} label={t`Hide balances`} aria-pressed={isHidden} onClick={hide} />
        </span>
      </div>
      <p className={styles.sum} data-waiting={isChanging || undefined}>
        <Amount value={assets.total} places={targetPlaces[shown]} hidable />
        <span className={styles.unit}>{assets.target}</span>
      </p>
      <p className={styles.today}>
        <span className={styles.quiet}>
          <Trans>Today</Trans>
        </span>
        <Amount value={assets.todayPnl} places={2} currency="USDT" signed hidable />
        {!isHidden && <ChangePill rate={assets.todayPnlRate} look="plain" />}
      </p>
      {canChange && (
        <Segments
          label={t`Show the total in`}
          value={target}
          onChange={onTarget}
          options={targets.map((each) => ({ value: each, label: each }))}
          className={styles.targets}
        />
      )}
      <Explanation open={isExplained} onClose={() => setExplained(false)} assets={assets} />
    </Card>
  )
}

function Explanation({ open, onClose, assets }: { open: boolean; onClose: () => void; assets: Assets }) {
  const { t } = useLingui()
  const at = formatTime(assets.priceSec * 1000)
  return (
    <Sheet open={open} onClose={onClose} title={t`What these numbers mean`}>
      <div className={styles.words}>
        <p>
          <Trans>The total is every currency at its newest price, plus what open positions would bring now.</Trans>
        </p>
        <p>
          <Trans>
            Today is your net assets now, minus what they were at 00:00 UTC+8, minus what came in or went out since: deposits, withdrawals,
            vouchers, bonuses, and prizes.
          </Trans>
        </p>
        <p>
          <Trans>Prices of {at}. A currency whose price is old is marked in the list and counts at that price.</Trans>
        </p>
      </div>
    </Sheet>
  )
}
