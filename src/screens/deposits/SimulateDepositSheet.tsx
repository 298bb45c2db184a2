import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { deposits } from '#contract/calls/deposits.ts'
import type { CurrencyNetwork } from '#contract/calls/wallet.ts'
import { multiply } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { formatFullAmount, trimTrailingZeros } from '#widgets/money/fullAmount.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Deposit.module.css'

const times = ['1', '10', '100'] as const

/** The sandbox's way to try it all: play money on a simulated chain, with the confirmations of a real transfer. */
export function SimulateDepositSheet({ network, onClose }: { network: CurrencyNetwork; onClose(): void }) {
  const { t } = useLingui()
  const { currency, chainType, depositMin, confirmations } = network
  const [money, setMoney] = useState('')
  const ids = useRequestIds()
  const simulate = useApiWrite(deposits.simulate, { errors: 'inline' })
  const isOffline = useStreamConnectionState() === 'offline'
  const steps = times
    .map((by) => multiply(depositMin, by))
    .map((value) => ({ label: formatFullAmount(value), value: trimTrailingZeros(value) }))
  const submit = () => {
    simulate.mutate(
      { body: { currency, chainType, money }, requestId: ids.of(money) },
      {
        onSuccess: () => {
          showToast(t`On its way`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={<Trans>Simulate a deposit</Trans>}
      footer={
        <Button
          size="large"
          wide
          busy={simulate.isPending}
          disabled={money === '' || isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={submit}
        >
          {simulate.error && isUnansweredError(simulate.error) ? <Trans>Ask again</Trans> : <Trans>Send play money</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <span className={styles.start}>
          <Chip tone="violet">
            <Trans>Simulated chain</Trans>
          </Chip>
        </span>
        <Text tone="quiet">
          <Trans>
            Nothing real moves. A transfer to your address is made up, gets a confirmation every second, and is credited after{' '}
            {confirmations}.
          </Trans>
        </Text>
        <DecimalField label={t`Amount`} value={money} onChange={setMoney} scale={6} unit={currency} steps={steps} />
        <ErrorMessage failure={simulate.error} />
      </div>
    </BottomSheet>
  )
}
