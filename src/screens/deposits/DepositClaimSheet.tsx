import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { maxDepositClaimPhotos, deposits } from '#contract/calls/deposits.ts'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { path } from '#sitemap'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { networkName } from '#widgets/money/networkNames.ts'
import { PhotoUploadField } from '#widgets/identity/PhotoUploadField.tsx'
import { useSandboxReviewerText } from '#widgets/money/useSandboxReviewerWords.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Deposit.module.css'

interface DepositClaimSheetProps {
  /** Over what it was sent; `places`: digits of an amount. */
  way: { currency: string; chainType: string; depositMin: Decimal; places: number }
  onClose(): void
}

/**
 * For a transfer by bank, or one that was sent on a chain and did not show up by itself: how much, which transaction on a chain, and a
 * picture of it.
 */
export function DepositClaimSheet({ way, onClose }: DepositClaimSheetProps) {
  const { t } = useLingui()
  const { currency, chainType, depositMin, places } = way
  const isBank = chainType === bankChainCode
  const [money, setMoney] = useState('')
  const [txHash, setTxHash] = useState('')
  const [voucher, setVoucher] = useState<string[]>([])
  const ids = useRequestIds()
  const claim = useApiWrite(deposits.claim, { errors: 'inline' })
  const decider = useSandboxReviewerText()
  const isOffline = useStreamConnectionState() === 'offline'
  const least = formatFullAmount(depositMin)
  const isShort = money !== '' && compareDecimals(money, depositMin) < 0
  const isReady = money !== '' && !isShort && (isBank || txHash.trim() !== '') && voucher.length > 0
  const name = networkName(chainType)
  const submit = () => {
    const body = { currency, chainType, money, ...(!isBank && { txHash: txHash.trim() }), voucher }
    claim.mutate(
      { body, requestId: ids.of(body) },
      {
        onSuccess: () => {
          showToast(decider?.sentence ?? t`Sent. You have an answer within 24 hours.`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={<Trans>I already paid</Trans>}
      footer={
        <Button
          size="large"
          wide
          busy={claim.isPending}
          disabled={!isReady || isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={submit}
        >
          {claim.error && isUnansweredError(claim.error) ? <Trans>Ask again</Trans> : <Trans>Send for review</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <Text tone="quiet">
          {isBank ? (
            <Trans>Tell us what you sent, with a picture of the order or of your bank’s confirmation, so that we look for it.</Trans>
          ) : (
            <Trans>
              {currency} over {name}. Most transfers show up by themselves; use this when yours did not.
            </Trans>
          )}
        </Text>
        <DecimalField
          label={t`Amount`}
          value={money}
          onChange={setMoney}
          scale={places}
          unit={currency}
          error={isShort ? t`At least ${least} ${currency}.` : undefined}
        />
        {!isBank && (
          <TextField
            label={t`Transaction hash`}
            value={txHash}
            onChange={setTxHash}
            hint={t`Your wallet shows it with the transfer.`}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        )}
        <PhotoUploadField
          biz="voucher"
          label={t`Screenshots of the transfer`}
          value={voucher}
          onChange={setVoucher}
          maxPhotos={maxDepositClaimPhotos}
        />
        <ErrorMessage failure={claim.error} />
        {!isBank && (
          <ButtonLink
            to={path.support}
            search={{ new: 1, topic: 'deposit', ...(txHash.trim() !== '' && { tx: txHash.trim() }) }}
            kind="quiet"
            size="small"
          >
            <Trans>Sent over another network or in another coin?</Trans>
          </ButtonLink>
        )}
      </div>
    </BottomSheet>
  )
}
