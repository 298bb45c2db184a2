import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/apiError.ts'
import type { DepositAddress } from '#contract/calls/deposits.ts'
import { copyText } from '#device/clipboard.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { CopyIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { GroupedAddress } from '#widgets/money/GroupedAddress.tsx'
import { networkName } from '#widgets/money/networkNames.ts'
import { QrCode } from '#widgets/money/QrCode.tsx'
import { useNetworkMemoName } from '#widgets/money/useMemoName.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Deposit.module.css'
import { useSignedDepositAddress } from './useSignedAddress.ts'

/** The person's own address of one network. What is not signed for them is not shown at all. */
export function DepositAddressCard({ currency, chainType }: { currency: string; chainType: string }) {
  const { t } = useLingui()
  const { signed, checked, error, again: refetch, isBusy } = useSignedDepositAddress(currency, chainType)
  // Nothing is broken: the addresses that were made beforehand are all given out.
  if (error instanceof ApiError && error.key === 'NO_DEPOSIT_ADDRESS') return <EmptyState text={error.message} />
  if (error) return <LoadErrorState title={t`The address did not come`} error={error} onRetry={refetch} busy={isBusy} />
  if (!signed || checked === 'checking') return <Skeleton lines={9} />
  if (checked === 'bad')
    return (
      <ErrorState
        title={t`This address is not safe to use`}
        text={t`Its signature does not fit: something between us and you may have changed it. Send nothing, and try another connection or device.`}
        onRetry={refetch}
        retryLabel={t`Try again`}
        busy={isBusy}
      />
    )
  return <SignedAddress signed={signed} isChecked={checked === 'good'} />
}

function SignedAddress({ signed, isChecked }: { signed: DepositAddress; isChecked: boolean }) {
  const { t } = useLingui()
  const { currency, chainType, address, memo, qrText, minMoney, needConfirmations, estMinutes, warn } = signed
  const network = networkName(chainType)
  const memoName = useNetworkMemoName()(chainType)
  const isSimulated = warn.includes('simulatedChain')
  const copy = async () => {
    const isCopied = await copyText(address)
    showToast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
  }
  const least = `${formatFullAmount(minMoney)} ${currency}`
  return (
    <>
      {isSimulated && <SimulatedChain />}
      {memo !== undefined && (
        <Grid as={Card} tone="warn" gap={2}>
          <CopyableValue label={t`${memoName}: needed with every transfer`} value={memo} />
          <p>
            <Trans>The address is shared. Only this number says that a transfer is yours.</Trans>
          </p>
        </Grid>
      )}
      <Grid as={Card} gap={3}>
        <QrCode text={qrText} label={t`QR code of your ${currency} address`} />
        <p className={styles.letters}>
          <GroupedAddress address={address} />
        </p>
        <Button kind="secondary" wide onClick={() => void copy()}>
          <CopyIcon />
          <Trans>Copy address</Trans>
        </Button>
        <p className={styles.warning}>
          <Trans>
            Only send {currency} over {network}. Compare the first and last six letters before you send.
          </Trans>
          {warn.includes('notFromContracts') && (
            <>
              {' '}
              <Trans>Send it from a wallet, not from a contract: such a transfer is only found after a claim.</Trans>
            </>
          )}
        </p>
        {isChecked && (
          <p className={styles.checked}>
            <CheckIcon />
            <Trans>Signed for you, and checked on this device</Trans>
          </p>
        )}
      </Grid>
      <DescriptionList
        rows={[
          { key: 'confirmations', name: t`Credited after`, value: t`${needConfirmations} confirmations` },
          { key: 'time', name: t`Usually takes`, value: t({ message: `about ${estMinutes} min`, context: 'how long' }) },
          { key: 'fee', name: t`Our fee`, value: t`None` },
          { key: 'least', name: t`Least`, value: least, strong: true },
        ]}
      />
      <Text tone="quiet">
        <Trans>Less than that is not lost: it is credited once what came in together reaches it.</Trans>
      </Text>
    </>
  )
}

function SimulatedChain() {
  return (
    <Grid as={Card} tone="demo" gap={2} className={styles.simulated}>
      <Chip tone="violet">
        <Trans>Simulated chain</Trans>
      </Chip>
      <p>
        <Trans>This is a sandbox. Nobody holds the keys of this address: real coins sent to it are lost for good.</Trans>
      </p>
    </Grid>
  )
}
