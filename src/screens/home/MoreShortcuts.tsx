import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './MoreShortcuts.module.css'

/** Every other way from home, fetched when it is asked for. */
export function MoreShortcuts({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui()
  return (
    <Sheet open={open} onClose={onClose} title={t({ message: 'More', context: 'shortcuts' })}>
      <div className={styles.cards}>
        <Card flush>
          <RowLink
            to={path.earnProducts}
            search={{ type: 1 }}
            title={t`Arbitrage hosting`}
            subtitle={t`A share of funding, different each day`}
          />
          <RowLink
            to={path.earnProducts}
            search={{ type: 2 }}
            title={t({ message: 'Pledge', context: 'of coins, for network rewards' })}
            subtitle={t`What networks pay for coins`}
          />
          <RowLink to={path.earnProducts} search={{ type: 3 }} title={t`AI-quant fund`} subtitle={t`Rules-based, can lose`} />
          <RowLink to={path.bonds} title={t`Debt crowdfunding`} subtitle={t`Named borrowers, who can fail to repay`} />
          <RowLink to={path.ieo} title={t`Token subscriptions`} subtitle={t`Apply for new tokens; applying costs nothing`} />
        </Card>
        <Card flush>
          <RowLink to={path.investments} title={t`Investment orders`} subtitle={t`What you have in them, and each day's income`} />
          <RowLink to={path.bondPool} title={t`Debt pool`} subtitle={t`All projects, and how borrowers repay`} />
        </Card>
        <Card flush>
          <RowLink to={path.deposit} title={t({ message: 'Deposit', context: 'do it' })} />
          <RowLink to={path.contracts} search={{ mode: 'option' }} title={t`Options`} />
          <RowLink to={path.contracts} search={{ mode: 'fast' }} title={t`Fast trade`} />
          <RowLink to={path.markets} title={t`Markets`} />
          <RowLink to={path.news} title={t`News`} />
          <RowLink to={path.announcements} title={t`Announcements`} />
          <RowLink to={path.articles} title={t`Help articles`} />
        </Card>
      </div>
    </Sheet>
  )
}
