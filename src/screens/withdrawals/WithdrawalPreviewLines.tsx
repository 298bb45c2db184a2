import { Trans, useLingui } from '@lingui/react/macro'
import type { WithdrawalAccount, WithdrawalPreview } from '#contract/calls/withdrawals.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { GroupedAddress } from '#widgets/money/GroupedAddress.tsx'
import { networkName } from '#widgets/money/networkNames.ts'
import { useSandboxReviewerText } from '#widgets/money/useSandboxReviewerWords.ts'
import { useNetworkMemoName } from '#widgets/money/useMemoName.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Withdrawals.module.css'

/** What leaves, what arrives, where, and how long it takes. */
export function WithdrawalPreviewLines({ shown, account }: { shown: WithdrawalPreview; account: WithdrawalAccount }) {
  const { t } = useLingui()
  const { currency, chainType, method, fees, reviewHours, warnings, memo, addressGroups } = shown
  const decider = useSandboxReviewerText()
  const memoName = useNetworkMemoName()
  const fee = fees[0]?.amount ?? '0'
  return (
    <Stack gap={4}>
      <p className={styles.groups}>
        {method === 'bank' ? `${account.bankName ?? ''} ${account.bankAccount ?? ''}` : <GroupedAddress address={addressGroups.join('')} />}
      </p>
      <DescriptionList
        rows={[
          ...(account.label ? [{ key: 'label', name: t`Saved as`, value: account.label }] : []),
          ...(method === 'chain' ? [{ key: 'network', name: t`Network`, value: networkName(chainType) }] : []),
          ...(memo ? [{ key: 'memo', name: memoName(chainType), value: memo }] : []),
          {
            key: 'pay',
            name: t({ message: 'Leaves your balance', context: 'amount of a withdrawal' }),
            value: `${formatFullAmount(shown.youPay)} ${currency}`,
          },
          { key: 'fee', name: t`Fee, taken from the amount`, value: `${formatFullAmount(fee)} ${currency}` },
          {
            key: 'arrival',
            name: t({ message: 'Arrives', context: 'amount of a withdrawal' }),
            value: `${formatFullAmount(shown.youGet)} ${currency}`,
            strong: true,
          },
          {
            key: 'review',
            name: t({ message: 'Review', context: 'of a withdrawal' }),
            value:
              reviewHours === 0
                ? t({ message: 'None needed', context: 'review of a withdrawal' })
                : (decider?.short ?? t`Within ${reviewHours} hours`),
          },
        ]}
      />
      {warnings.map(({ key }) => (
        <p key={key} className={key === 'insufficientBalance' ? styles.failure : styles.brass}>
          {key === 'insufficientBalance' ? (
            <Trans>There is not enough in your balance.</Trans>
          ) : (
            <Trans>This address is new. Look at it once more: what was sent cannot be called back.</Trans>
          )}
        </p>
      ))}
      <p className={styles.quiet}>
        <Trans>The fee stays as it is shown here. Until it is signed you can cancel, and everything comes back, the fee included.</Trans>
      </p>
    </Stack>
  )
}
