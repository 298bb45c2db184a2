import { Trans, useLingui } from '@lingui/react/macro'
import { isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import styles from './Competitions.module.css'

interface JoinSheetProps {
  competition: Competition
  requestId: string
  onClose(): void
}

/** The last look before joining: what one is given, until when, and what cannot be undone. */
export function JoinSheet({
  competition: { id, name, fund, startTime, endTime, maxLever, minTrades },
  requestId,
  onClose,
}: JoinSheetProps) {
  const { t } = useLingui()
  const join = useWrite(competitions.join, { errors: 'inline' })
  const confirm = () =>
    join.mutate(
      { body: { id }, requestId },
      {
        onSuccess: () => {
          toast(t`You take part`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Join ${name}?`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={join.isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="large" busy={join.isPending} onClick={confirm}>
            {join.error && isUnanswered(join.error) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <Facts
          rows={[
            { key: 'pay', name: t`You pay`, value: t`Nothing`, strong: true },
            { key: 'fund', name: t`You are given, virtual`, value: `${formatAmount(fund, 2)} USDT` },
            { key: 'from', name: t`Start`, value: formatTime(startTime) },
            { key: 'to', name: t({ message: 'End', context: 'of a competition' }), value: formatTime(endTime) },
            { key: 'lever', name: t`Leverage`, value: t`Up to ${maxLever}×` },
            { key: 'trades', name: t`Closed trades for a prize`, value: String(minTrades) },
          ]}
        />
        <p className={styles.quiet}>
          <Trans>
            Your nickname and your figures there are shown to everybody. You can leave at any time; whoever left cannot join this
            competition again. You can take part in others beside it, each with a fund of its own.
          </Trans>
        </p>
      </div>
      <Failure failure={join.error} />
    </Sheet>
  )
}
