import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { withWords } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { EyeIcon, EyeOffIcon } from '#ui/icons/eyeIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { listUnpricedCurrencies } from '#widgets/money/unpricedCurrencies.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { PriceChangePill } from '#widgets/market/PriceChangePill.tsx'
import styles from './Home.module.css'

const refreshMs = 15_000
// Read every 15 seconds: only a total that missed several readings says its age.
const sayAgeAfterMs = 60_000

// Few hold what has no price: its words are no part of a first visit.
const UnpricedCurrenciesNote = lazy(() =>
  withWords('home.more', () => import('#widgets/money/UnpricedCurrenciesNote.tsx')).then((module) => ({
    default: module.UnpricedCurrenciesNote,
  })),
)

/** What the person is worth in the book that they look at, covered when they hide balances. */
export function NetAssetsCard({ user }: { user: User | undefined }) {
  const { t } = useLingui()
  const accountType = useDevicePreference('accountType')
  const isHidden = useDevicePreference('hideBalance')
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...apiReadQuery(wallet.assets, { accountType }),
    refetchInterval: refreshMs,
  })
  const at = data && dataAsOf(data, dataUpdatedAt)
  return (
    <section className={styles.worth} aria-labelledby="net-assets">
      <div className={styles.worthTitle}>
        <h2 id="net-assets">{accountType === 2 ? <Trans>Net assets · demo</Trans> : <Trans>Net assets</Trans>}</h2>
        <IconButton
          icon={isHidden ? <EyeOffIcon width="1.25rem" /> : <EyeIcon width="1.25rem" />}
          label={isHidden ? t`Show balances` : t`Hide balances`}
          aria-pressed={isHidden}
          onClick={() => setDevicePreference('hideBalance', !isHidden)}
        />
        <DataAgeChip at={at} afterMs={sayAgeAfterMs} />
      </div>
      {data ? (
        <>
          <p className={styles.sum}>
            <MoneyAmount value={data.net} places={2} currency={data.target} hidable />
          </p>
          <div className={styles.today}>
            <span>
              <Trans>Today</Trans>
            </span>
            <MoneyAmount value={data.todayPnl} places={2} signed hidable />
            {!isHidden && <PriceChangePill rate={data.todayPnlRate} />}
            <Link to={path.assetCenter} className={styles.more}>
              <Trans>Assets</Trans>
              <ChevronRightIcon />
            </Link>
          </div>
          {listUnpricedCurrencies(data).length > 0 && (
            <Suspense>
              <UnpricedCurrenciesNote assets={data} />
            </Suspense>
          )}
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
