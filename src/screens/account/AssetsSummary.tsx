import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wallet } from '#contract/calls/wallet.ts'
import { madeAt } from '#api/age.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { setPreference, usePreference } from '#device/preferences.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Eye, EyeOff } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { ChangePill } from '#widgets/ChangePill.tsx'
import styles from './Me.module.css'

/** Net assets of the chosen book and today's result; one tap covers them. */
export function AssetsSummary() {
  const { t } = useLingui()
  const tone = useBookTone()
  const isHidden = usePreference('hideBalance')
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(wallet.assets, { accountType: useBook() }))
  // The account is told too, wherever it is pressed (app/notifications).
  const hide = () => setPreference('hideBalance', !isHidden)
  return (
    <Card tone={tone ?? 'plain'} className={styles.assets}>
      <div className={styles.assetsTitle}>
        <span>{tone === 'demo' ? <Trans>Net assets, demo book</Trans> : <Trans>Net assets, real book</Trans>}</span>
        <IconButton icon={isHidden ? <EyeOff /> : <Eye />} label={t`Hide balances`} aria-pressed={isHidden} onClick={hide} />
      </div>
      {data ? (
        <>
          <p className={styles.net}>
            <Amount value={data.net} places={2} hidable />
            <span className={styles.unit}>{data.target}</span>
          </p>
          <p className={styles.today}>
            <span className={styles.quiet}>
              <Trans>Today</Trans>
            </span>
            <Amount value={data.todayPnl} places={2} signed hidable />
            {!isHidden && <ChangePill rate={data.todayPnlRate} look="plain" />}
            {(error || data.staleCurrencies.length > 0) && <AgeChip at={madeAt(data, dataUpdatedAt)} />}
          </p>
        </>
      ) : error ? (
        <div className={styles.today} role="alert">
          <span>
            <Trans>Your assets did not load.</Trans>
          </span>
          <Button kind="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <Skeleton lines={2} height={1.5} />
      )}
    </Card>
  )
}
