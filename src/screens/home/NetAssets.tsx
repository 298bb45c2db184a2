import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { setPreference, usePreference } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronRight, Eye, EyeOff } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ChangePill } from '#widgets/ChangePill.tsx'
import styles from './Home.module.css'

const refreshMs = 15_000
// Read every 15 seconds: only a total that missed several readings says its age.
const sayAgeAfterMs = 60_000

/** What the person is worth in the book that they look at, covered when they hide balances. */
export function NetAssets({ user }: { user: User | undefined }) {
  const { t } = useLingui()
  const accountType = usePreference('accountType')
  const isHidden = usePreference('hideBalance')
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...query(wallet.assets, { accountType }),
    refetchInterval: refreshMs,
  })
  const at = data && madeAt(data, dataUpdatedAt)
  return (
    <section className={styles.worth} aria-labelledby="net-assets">
      <div className={styles.worthTitle}>
        <h2 id="net-assets">{accountType === 2 ? <Trans>Net assets · demo</Trans> : <Trans>Net assets</Trans>}</h2>
        <IconButton
          icon={isHidden ? <EyeOff width="1.25rem" /> : <Eye width="1.25rem" />}
          label={isHidden ? t`Show balances` : t`Hide balances`}
          aria-pressed={isHidden}
          onClick={() => setPreference('hideBalance', !isHidden)}
        />
        <AgeChip at={at} afterMs={sayAgeAfterMs} />
      </div>
      {data ? (
        <>
          <p className={styles.sum}>
            <Amount value={data.net} places={2} currency={data.target} hidable />
          </p>
          <div className={styles.today}>
            <span>
              <Trans>Today</Trans>
            </span>
            <Amount value={data.todayPnl} places={2} signed hidable />
            {!isHidden && <ChangePill rate={data.todayPnlRate} />}
            <Link to={path.assetCenter} className={styles.more}>
              <Trans>Assets</Trans>
              <ChevronRight />
            </Link>
          </div>
        </>
      ) : error ? (
        <div className={styles.failed} role="alert">
          <p>
            <Trans>Your assets did not load. Nothing has changed in your account.</Trans>
          </p>
          <Button kind="secondary" size="small" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <div className={styles.worthWaiting}>
          <Skeleton width={13} height={2.375} />
          <Skeleton width={9} height={1.125} />
        </div>
      )}
      {user && <NextStep user={user} />}
    </section>
  )
}

/** What is worth doing next: what is still to be set up, then money in. A guest keeps the account first. */
function NextStep({ user: { isGuest, kycStatus } }: { user: User }) {
  const isSetUp = kycStatus > 0
  const isForSetup = isGuest !== 1 && !isSetUp
  return (
    <ButtonLink
      to={isGuest === 1 ? path.addSignIn : isSetUp ? path.deposit : path.me}
      hash={isForSetup ? 'setup' : ''}
      className={styles.next}
    >
      {isGuest === 1 ? <Trans>Keep this account</Trans> : isSetUp ? <Trans context="do it">Deposit</Trans> : <Trans>Continue setup</Trans>}
    </ButtonLink>
  )
}
