import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { deposits } from '#contract/calls/deposits.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Deposit.module.css'

const bankQuery = (currency: string) => ({ ...apiReadQuery(deposits.bankDeposit, { currency }), retry: false, staleTime: 60_000 })

const isPaused = (error: unknown): error is ApiError => error instanceof ApiError && error.key === 'NETWORK_SUSPENDED'

/** Whether this currency comes in by bank now; undefined where it does not, and while that is not known. Asks nothing itself. */
export function useCachedBankTransferStatus(currency: string): 'open' | 'paused' | undefined {
  const { data, error } = useQuery({ ...bankQuery(currency), enabled: false })
  if (error) return isPaused(error) ? 'paused' : undefined
  return data && 'open'
}

/** Paused by staff, in their own words. */
function Paused({ currency, error }: { currency: string; error: ApiError }) {
  const { reason } = error.detail
  const why = typeof reason === 'string' ? reason : ''
  return (
    <Grid as={Card} tone="warn" gap={2} role="status">
      <p>
        <strong>
          <Trans>Bank transfers in {currency} are paused at the moment: send nothing now. What you sent before is not lost.</Trans>
        </strong>
      </p>
      {why !== '' && (
        <p>
          <Trans>Reason: {why}</Trans>
        </p>
      )}
    </Grid>
  )
}

/** Where a currency is sent by bank, and what the person writes beside it. */
export function BankTransferCard({ currency }: { currency: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(bankQuery(currency))
  if (error instanceof ApiError && error.key === 'BANK_NOT_OFFERED')
    return <EmptyState text={t`Bank transfers in ${currency} are not offered yet. What you have of it can be withdrawn as always.`} />
  if (isPaused(error)) return <Paused currency={currency} error={error} />
  if (error)
    return <LoadErrorState title={t`The bank details did not come`} error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <Skeleton lines={9} />
  const { bankName, holder, account, swift, reference, minMoney, simulated } = data
  const least = `${formatFullAmount(minMoney)} ${currency}`
  return (
    <>
      {simulated && (
        <Grid as={Card} tone="demo" gap={2} className={styles.simulated}>
          <Chip tone="violet">
            <Trans>Simulated bank</Trans>
          </Chip>
          <p>
            <Trans>
              This is a sandbox. There is no such bank and no such account: send nothing. What you report below comes as play money.
            </Trans>
          </p>
        </Grid>
      )}
      <Grid as={Card} tone="warn" gap={2}>
        <CopyableValue label={t`Your reference: needed with every transfer`} value={reference} />
        <p>
          <Trans>Write it as the message to the recipient. Only this reference says that a transfer is yours.</Trans>
        </p>
      </Grid>
      <Grid as={Card} gap={3}>
        <CopyableValue label={t`Bank`} value={bankName} small />
        <CopyableValue label={t`Name of the holder`} value={holder} small />
        <CopyableValue label={t`Account number or IBAN`} value={account} small />
        {swift !== undefined && <CopyableValue label={t`SWIFT code`} value={swift} small />}
        <p className={styles.warning}>
          <Trans>Only send {currency}, from a bank account in your own name.</Trans>
        </p>
      </Grid>
      <DescriptionList
        rows={[
          {
            key: 'credited',
            name: t({ message: 'Credited', context: 'of money in' }),
            value: t`once two of our staff have seen it on our statement`,
          },
          { key: 'time', name: t`Usually takes`, value: t`1 to 3 working days` },
          { key: 'fee', name: t`Our fee`, value: t`None` },
          { key: 'least', name: t`Least`, value: least, strong: true },
        ]}
      />
      <Text tone="quiet">
        <Trans>What is credited is what arrives. Your bank may keep a fee of its own.</Trans>
      </Text>
    </>
  )
}
