import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { type WalletAssets, type CurrencyBalance, wallet } from '#contract/calls/wallet.ts'
import { bankWithdrawalTerms } from '#contract/calls/withdrawals.ts'
import { accountTypes } from '#contract/constants.ts'
import { isZero } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './AssetCenter.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { WalletActions } from './WalletActions.tsx'

interface CurrencyBalanceSheetProps {
  line: WalletAssets['list'][number]
  balance: CurrencyBalance | undefined
  open: boolean
  onClose: () => void
}

/** One currency whole: its parts to the last decimal, what it is worth, and what can be done with it. */
export function CurrencyBalanceSheet({ line, balance, open, onClose }: CurrencyBalanceSheetProps) {
  const { t } = useLingui()
  const { currency, price, usdtValue } = line
  const isReal = useAccountType() === accountTypes.real
  const { data: networks } = useQuery({ ...apiReadQuery(wallet.networks, {}), enabled: open && isReal })
  const hasNetwork = networks?.some((network) => network.currency === currency) ?? false
  const bank = bankWithdrawalTerms.find((terms) => terms.currency === currency)
  const parts = balance && [
    { key: 'available', name: t`Available`, value: balance.available },
    { key: 'margin', name: t`Margin`, value: balance.margin },
    { key: 'frozen', name: t`Frozen`, value: balance.frozen },
    { key: 'invest', name: t`Invested`, value: balance.invest },
    { key: 'collateral', name: t`Collateral`, value: balance.collateral },
  ]
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={balance && balance.name !== currency ? `${currency} · ${balance.name}` : currency}
      footer={
        <ButtonLink to={path.balanceRecords} search={{ currency }} kind="quiet" wide>
          <Trans>Its balance records</Trans>
        </ButtonLink>
      }
    >
      <DescriptionList
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
            : [{ key: 'worth', name: t`Worth`, value: <MoneyAmount value={usdtValue} places={2} currency="USDT" hidable /> }]),
        ]}
      />
      <div className={styles.sheetActions}>
        <WalletActions
          currency={currency}
          canDeposit={isReal && (hasNetwork || bank?.canWithdraw === true)}
          canWithdraw={isReal && (hasNetwork || bank?.canWithdraw === true)}
          canSwap={bank === undefined}
        />
        {!isReal && (
          <p className={styles.quiet}>
            <Trans>Demo money cannot be paid in or out.</Trans>
          </p>
        )}
      </div>
    </BottomSheet>
  )
}
