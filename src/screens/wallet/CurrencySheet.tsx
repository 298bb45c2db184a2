import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { type Assets, type Balance, wallet } from '#contract/calls/wallet.ts'
import { bankTerms } from '#contract/calls/withdrawals.ts'
import { book } from '#contract/constants.ts'
import { isZero } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './AssetCenter.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { MoneyActions } from './MoneyActions.tsx'

interface CurrencySheetProps {
  line: Assets['list'][number]
  balance: Balance | undefined
  open: boolean
  onClose: () => void
}

/** One currency whole: its parts to the last decimal, what it is worth, and what can be done with it. */
export function CurrencySheet({ line, balance, open, onClose }: CurrencySheetProps) {
  const { t } = useLingui()
  const { currency, price, usdtValue } = line
  const isReal = useBook() === book.real
  const { data: networks } = useQuery({ ...query(wallet.networks, {}), enabled: open && isReal })
  const hasNetwork = networks?.some((network) => network.currency === currency) ?? false
  const bank = bankTerms.find((terms) => terms.currency === currency)
  const parts = balance && [
    { key: 'available', name: t`Available`, value: balance.available },
    { key: 'margin', name: t`Margin`, value: balance.margin },
    { key: 'frozen', name: t`Frozen`, value: balance.frozen },
    { key: 'invest', name: t`Invested`, value: balance.invest },
    { key: 'collateral', name: t`Collateral`, value: balance.collateral },
  ]
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={balance && balance.name !== currency ? `${currency} · ${balance.name}` : currency}
      footer={
        <ButtonLink to={path.balanceRecords} search={{ currency }} kind="quiet" wide>
          <Trans>Its balance records</Trans>
        </ButtonLink>
      }
    >
      <Facts
        rows={[
          ...(parts ?? [])
            .filter(({ key, value }) => key === 'available' || !isZero(value))
            .map(({ value, ...row }) => ({ ...row, value: <ExactAmount value={value} /> })),
          {
            key: 'total',
            name: t({ message: 'Total', context: 'of a currency' }),
            value: <ExactAmount value={line.balance} />,
            strong: true,
          },
          ...(price === null || currency === 'USDT'
            ? []
            : [{ key: 'worth', name: t`Worth`, value: <Amount value={usdtValue} places={2} currency="USDT" hidable /> }]),
        ]}
      />
      <div className={styles.sheetActions}>
        <MoneyActions
          currency={currency}
          canDeposit={isReal && hasNetwork}
          canWithdraw={isReal && (hasNetwork || bank?.canWithdraw === true)}
          canSwap={bank === undefined}
        />
        {!isReal && (
          <p className={styles.quiet}>
            <Trans>Demo money cannot be paid in or out.</Trans>
          </p>
        )}
      </div>
    </Sheet>
  )
}
