import { Trans, useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { MarketIcon } from '#ui/icons/icons.tsx'
import { BookIcon, ChartIcon } from '#ui/icons/moreIcons.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { PaperLedgerImportCard } from '../PaperLedgerImportCard.tsx'
import { pricesHelpArticleId } from './firstArticle.ts'
import styles from '../signIn/SignIn.module.css'

/** After signing up: three things worth doing first, and the way back to where one came from. */
export function RegistrationWelcome({ redirect }: { redirect: string | undefined }) {
  const { t } = useLingui()
  const user = useUser()
  return (
    <ScreenLayout title={t`Account created`}>
      <div className={styles.page}>
        <header className={styles.opening}>
          <h2 className={styles.greeting}>
            <Trans>Welcome aboard</Trans>
          </h2>
          <p className={styles.promise}>
            <Trans>100,000 USDT of play money is in your demo book. Three good first steps:</Trans>
          </p>
        </header>
        <PaperLedgerImportCard />
        <Card flush>
          <RowLink to={path.markets} leading={<MarketIcon />} title={t`Look at the markets`} subtitle={t`Crypto, gold and currencies`} />
          {user?.features.contract === 'off' ? (
            <RowLink
              to={path.demoTrading}
              leading={<ChartIcon />}
              title={t`Practise on paper`}
              subtitle={t`Contracts are not offered in your country; practice is`}
            />
          ) : (
            <RowLink
              to={path.contracts}
              leading={<ChartIcon />}
              title={t`Open a demo position`}
              subtitle={t`Same prices and fees, play money`}
            />
          )}
          <RowLink
            to={path.article}
            search={{ id: pricesHelpArticleId }}
            leading={<BookIcon />}
            title={t`Read how prices are made`}
            subtitle={t`And how to check any of them`}
          />
        </Card>
        <ButtonLink to={redirect ?? path.home} size="large" wide replace>
          {redirect === undefined ? <Trans>Go to Home</Trans> : <Trans>Continue where you were</Trans>}
        </ButtonLink>
      </div>
    </ScreenLayout>
  )
}
