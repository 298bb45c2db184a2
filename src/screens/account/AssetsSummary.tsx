import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wallet } from '#contract/calls/wallet.ts'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { EyeIcon, EyeOffIcon } from '#ui/icons/eyeIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { UnpricedCurrenciesNote } from '#widgets/money/UnpricedCurrenciesNote.tsx'
import { PriceChangePill } from '#widgets/market/PriceChangePill.tsx'
import { Text } from '#ui/Text.tsx'
import { joinClassNames } from '#ui/classes.ts'
import { Row } from '#ui/Row.tsx'
import styles from './Me.module.css'

/** Net assets of the chosen book and today's result; one tap covers them. */
export function AssetsSummary() {
  const { t } = useLingui()
  const tone = useAccountScreenTone()
  const isHidden = useDevicePreference('hideBalance')
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(wallet.assets, { accountType: useAccountType() }))
  // The account is told too, wherever it is pressed (app/status/hideBalanceSync.ts).
  const hide = () => setDevicePreference('hideBalance', !isHidden)
  return (
    <Card tone={tone ?? 'plain'} className={styles.assets}>
      <Row align="center" justify="between" className={joinClassNames('text-small weight-medium tone-muted', styles.assetsTitle)}>
        <span>{tone === 'demo' ? <Trans>Net assets, demo book</Trans> : <Trans>Net assets, real book</Trans>}</span>
        <IconButton icon={isHidden ? <EyeOffIcon /> : <EyeIcon />} label={t`Hide balances`} aria-pressed={isHidden} onClick={hide} />
      </Row>
      {data ? (
        <>
          <p className={styles.net}>
            <MoneyAmount value={data.net} places={2} hidable />
            <Text as="span" size="body" tone="quiet">
              {data.target}
            </Text>
          </p>
          <p className={styles.today}>
            <span className={styles.quiet}>
              <Trans>Today</Trans>
            </span>
            <MoneyAmount value={data.todayPnl} places={2} signed hidable />
            {!isHidden && <PriceChangePill rate={data.todayPnlRate} variant="plain" />}
            {(error || data.staleCurrencies.length > 0) && <DataAgeChip at={dataAsOf(data, dataUpdatedAt)} />}
          </p>
          <UnpricedCurrenciesNote assets={data} />
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
