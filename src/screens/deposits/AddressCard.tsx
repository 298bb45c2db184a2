import { Trans, useLingui } from '@lingui/react/macro'
import type { DepositAddress } from '#contract/calls/deposits.ts'
import { copyText } from '#device/clipboard.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Check } from '#ui/icons.tsx'
import { Copy } from '#ui/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { GroupedAddress } from '#widgets/GroupedAddress.tsx'
import { networkName } from '#widgets/networkNames.ts'
import { QrCode } from '#widgets/QrCode.tsx'
import { useMemoName } from '#widgets/useMemoName.ts'
import styles from './Deposit.module.css'
import { useSignedAddress } from './useSignedAddress.ts'

/** The person's own address of one network. What is not signed for them is not shown at all. */
export function AddressCard({ currency, chainType }: { currency: string; chainType: string }) {
  const { t } = useLingui()
  const { signed, checked, error, again, isBusy } = useSignedAddress(currency, chainType)
  if (error) return <FailedRead title={t`The address did not come`} error={error} onRetry={again} busy={isBusy} />
  if (!signed || checked === 'checking') return <Skeleton lines={9} />
  if (checked === 'bad')
    return (
      <ErrorState
        title={t`This address is not safe to use`}
        text={t`Its signature does not fit: something between us and you may have changed it. Send nothing, and try another connection or device.`}
        onRetry={again}
        retryLabel={t`Try again`}
        busy={isBusy}
      />
    )
  return <Signed signed={signed} isChecked={checked === 'good'} />
}

function Signed({ signed, isChecked }: { signed: DepositAddress; isChecked: boolean }) {
  const { t } = useLingui()
  const { currency, chainType, address, memo, qrText, minMoney, needConfirmations, estMinutes, warn } = signed
  const network = networkName(chainType)
  const memoName = useMemoName()(chainType)
  const isSimulated = warn.includes('simulatedChain')
  const copy = async () => {
    const isCopied = await copyText(address)
    toast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
  }
  const least = `${fullAmount(minMoney)} ${currency}`
  return (
    <>
      {isSimulated && (
        <Card tone="demo" className={styles.simulated}>
          <Chip tone="violet">
            <Trans>Simulated chain</Trans>
          </Chip>
          <p>
            <Trans>This is a sandbox. Nobody holds the keys of this address: real coins sent to it are lost for good.</Trans>
          </p>
        </Card>
      )}
      {memo !== undefined && (
        <Card tone="warn" className={styles.memo}>
          <CopyValue label={t`${memoName}: needed with every transfer`} value={memo} />
          <p>
            <Trans>The address is shared. Only this number says that a transfer is yours.</Trans>
          </p>
        </Card>
      )}
      <Card className={styles.address}>
        <QrCode text={qrText} label={t`QR code of your ${currency} address`} />
        <p className={styles.letters}>
          <GroupedAddress address={address} />
        </p>
        <Button kind="secondary" wide onClick={() => void copy()}>
          <Copy />
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
            <Check />
            <Trans>Signed for you, and checked on this device</Trans>
          </p>
        )}
      </Card>
      <Facts
        rows={[
          { key: 'confirmations', name: t`Credited after`, value: t`${needConfirmations} confirmations` },
          { key: 'time', name: t`Usually takes`, value: t({ message: `about ${estMinutes} min`, context: 'how long' }) },
          { key: 'fee', name: t`Our fee`, value: t`None` },
          { key: 'least', name: t`Least`, value: least, strong: true },
        ]}
      />
      <p className={styles.quiet}>
        <Trans>Less than that is not lost: it is credited once what came in together reaches it.</Trans>
      </p>
    </>
  )
}
