import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import { deposits } from '#contract/calls/deposits.ts'
import type { ListedNetwork } from '#contract/calls/wallet.ts'
import { multiply } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { fullAmount, plainAmount } from '#widgets/fullAmount.ts'
import styles from './Deposit.module.css'

const times = ['1', '10', '100'] as const

/** The sandbox's way to try it all: play money on a simulated chain, with the confirmations of a real transfer. */
export function SimulateSheet({ network, onClose }: { network: ListedNetwork; onClose(): void }) {
  const { t } = useLingui()
  const { currency, chainType, depositMin, confirmations } = network
  const [money, setMoney] = useState('')
  const [ids] = useState(() => new Map<string, string>())
  const simulate = useWrite(deposits.simulate, { errors: 'inline' })
  const isOffline = useConnection() === 'offline'
  const steps = times.map((by) => multiply(depositMin, by)).map((value) => ({ label: fullAmount(value), value: plainAmount(value) }))
  const submit = () => {
    const requestId = ids.get(money) ?? newRequestId()
    ids.set(money, requestId)
    simulate.mutate(
      { body: { currency, chainType, money }, requestId },
      {
        onSuccess: () => {
          toast(t`On its way`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
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
          {simulate.error && isUnanswered(simulate.error) ? <Trans>Ask again</Trans> : <Trans>Send play money</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <span className={styles.start}>
          <Chip tone="violet">
            <Trans>Simulated chain</Trans>
          </Chip>
        </span>
        <p className={styles.quiet}>
          <Trans>
            Nothing real moves. A transfer to your address is made up, gets a confirmation every second, and is credited after{' '}
            {confirmations}.
          </Trans>
        </p>
        <DecimalField label={t`Amount`} value={money} onChange={setMoney} scale={6} unit={currency} steps={steps} />
        <Failure failure={simulate.error} />
      </div>
    </Sheet>
  )
}
