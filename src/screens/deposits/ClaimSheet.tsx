import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import { claimPhotos, deposits } from '#contract/calls/deposits.ts'
import type { ListedNetwork } from '#contract/calls/wallet.ts'
import { compare } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { networkName } from '#widgets/networkNames.ts'
import { PhotoUpload } from '#widgets/PhotoUpload.tsx'
import { useDecider } from '#widgets/useDecider.ts'
import styles from './Deposit.module.css'

/** For a transfer that was sent and did not show up by itself: how much, which transaction, and a picture of it. */
export function ClaimSheet({ network, onClose }: { network: ListedNetwork; onClose(): void }) {
  const { t } = useLingui()
  const { currency, chainType, depositMin } = network
  const [money, setMoney] = useState('')
  const [txHash, setTxHash] = useState('')
  const [voucher, setVoucher] = useState<string[]>([])
  // One id for one wish: an answer that was lost is asked for again, a changed wish is a new one.
  const [ids] = useState(() => new Map<string, string>())
  const claim = useWrite(deposits.claim, { errors: 'inline' })
  const decider = useDecider()
  const isOffline = useConnection() === 'offline'
  const least = fullAmount(depositMin)
  const isShort = money !== '' && compare(money, depositMin) < 0
  const isReady = money !== '' && !isShort && txHash.trim() !== '' && voucher.length > 0
  const name = networkName(chainType)
  const submit = () => {
    const body = { currency, chainType, money, txHash: txHash.trim(), voucher }
    const wish = JSON.stringify(body)
    const requestId = ids.get(wish) ?? newRequestId()
    ids.set(wish, requestId)
    claim.mutate(
      { body, requestId },
      {
        onSuccess: () => {
          toast(decider?.sentence ?? t`Sent. You have an answer within 24 hours.`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
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
          {claim.error && isUnanswered(claim.error) ? <Trans>Ask again</Trans> : <Trans>Send for review</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.quiet}>
          <Trans>
            {currency} over {name}. Most transfers show up by themselves; use this when yours did not.
          </Trans>
        </p>
        <DecimalField
          label={t`Amount`}
          value={money}
          onChange={setMoney}
          scale={8}
          unit={currency}
          error={isShort ? t`At least ${least} ${currency}.` : undefined}
        />
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
        <PhotoUpload biz="voucher" label={t`Screenshots of the transfer`} value={voucher} onChange={setVoucher} most={claimPhotos} />
        <Failure failure={claim.error} />
      </div>
    </Sheet>
  )
}
