import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountScreenTone } from '#api/accountType.ts'
import type { WalletAssets } from '#contract/calls/wallet.ts'
import { setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { formatDateTime } from '#i18n/date.ts'
import { displayScaleOfCurrency } from '#contract/currencyScale.ts'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { EyeIcon, EyeOffIcon } from '#ui/icons/eyeIcons.tsx'
import { InfoIcon } from '#ui/icons/moreIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { UnpricedCurrenciesNote } from '#widgets/money/UnpricedCurrenciesNote.tsx'
import { PriceChangePill } from '#widgets/market/PriceChangePill.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './AssetCenter.module.css'
import { isValuationCurrency, type ValuationCurrency, valuationCurrencies } from './valuationCurrencies.ts'

interface TotalAssetsProps {
  assets: WalletAssets
  /** The figures are still those of the target before. */
  isChanging: boolean
  canChange: boolean
  target: ValuationCurrency
  onTarget: (target: ValuationCurrency) => void
}

/** The total in the chosen currency and today's result; what they mean is one tap away. */
export function TotalAssets({ assets, isChanging, canChange, target, onTarget }: TotalAssetsProps) {
  const { t } = useLingui()
  const tone = useAccountScreenTone()
  const isHidden = useDevicePreference('hideBalance')
  const [isExplained, setExplained] = useState(false)
  const shownTarget = isValuationCurrency(assets.target) ? assets.target : 'USDT'
  // The account is told too, wherever it is pressed (app/notifications).
  const hide = () => setDevicePreference('hideBalance', !isHidden)
  return (
    <Card tone={tone ?? 'plain'} className={styles.total}>
      <div className={styles.totalTitle}>
        <span>{tone === 'demo' ? <Trans>Total, demo book</Trans> : <Trans>Total, real book</Trans>}</span>
        <span className={styles.buttons}>
          <IconButton icon={<InfoIcon />} label={t`What these numbers mean`} onClick={() => setExplained(true)} />
          <IconButton icon={isHidden ? <EyeOffIcon /> : <EyeIcon />} label={t`Hide balances`} aria-pressed={isHidden} onClick={hide} />
        </span>
      </div>
      <p className={styles.sum} data-waiting={isChanging || undefined}>
        <MoneyAmount value={assets.total} places={displayScaleOfCurrency(shownTarget)} hidable />
        <span className={styles.unit}>{assets.target}</span>
      </p>
      <p className={styles.today}>
        <span className={styles.quiet}>
          <Trans>Today</Trans>
        </span>
        <MoneyAmount value={assets.todayPnl} places={2} currency="USDT" signed hidable />
        {!isHidden && <PriceChangePill rate={assets.todayPnlRate} variant="plain" />}
      </p>
      <UnpricedCurrenciesNote assets={assets} />
      {canChange && (
        <SegmentedControl
          label={t`Show the total in`}
          value={target}
          onChange={onTarget}
          options={valuationCurrencies.map((each) => ({ value: each, label: each }))}
          className={styles.targets}
        />
      )}
      <Explanation open={isExplained} onClose={() => setExplained(false)} assets={assets} />
    </Card>
  )
}

function Explanation({ open, onClose, assets }: { open: boolean; onClose: () => void; assets: WalletAssets }) {
  const { t } = useLingui()
  const at = formatDateTime(assets.priceSec * 1000)
  return (
    <BottomSheet open={open} onClose={onClose} title={t`What these numbers mean`}>
      <Stack gap={4}>
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
      </Stack>
    </BottomSheet>
  )
}
