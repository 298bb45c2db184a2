import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './AssetCenter.module.css'

interface WalletActionsProps {
  /** Of one currency; of none yet without it. */
  currency?: string
  canDeposit?: boolean
  canWithdraw?: boolean
  canSwap?: boolean
}

/** What can be done with money: in, out, into another coin. */
export function WalletActions({ currency, canDeposit = true, canWithdraw = true, canSwap = true }: WalletActionsProps) {
  const { t } = useLingui()
  const search = currency === undefined ? {} : { currency }
  const pair = currency === undefined ? {} : { from: currency, to: currency === 'USDT' ? 'BTC' : 'USDT' }
  return (
    <Grid as="nav" gap={2} className={styles.actions} aria-label={t`What to do with your money`}>
      {canDeposit && (
        <ButtonLink to={path.deposit} search={search} wide>
          {t({ message: 'Deposit', context: 'do it' })}
        </ButtonLink>
      )}
      {canWithdraw && (
        <ButtonLink to={path.withdraw} search={search} kind="secondary" wide>
          {t({ message: 'Withdraw', context: 'do it' })}
        </ButtonLink>
      )}
      {canSwap && (
        <ButtonLink to={path.swap} search={pair} kind="secondary" wide>
          {t({ message: 'Swap', context: 'do it' })}
        </ButtonLink>
      )}
    </Grid>
  )
}
