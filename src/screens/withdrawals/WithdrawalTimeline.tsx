import { Trans, useLingui } from '@lingui/react/macro'
import type { Withdrawal, WithdrawalStep } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { withdrawalStepLabels } from '#widgets/money/withdrawalWords.ts'
import styles from './Withdrawals.module.css'

/** What still lies before one that goes well. */
const upcomingSteps: Record<Withdrawal['phase'], readonly WithdrawalStep[]> = {
  review: ['approved', 'sent', 'paid'],
  approved: ['sent', 'paid'],
  signed: ['paid'],
  done: [],
}

/** What happened, with its times, and what is still to come. */
export function WithdrawalTimeline({ withdrawal: { timeline, phase, method } }: { withdrawal: Withdrawal }) {
  const { i18n } = useLingui()
  const remainingSteps = upcomingSteps[phase].filter((note) => method === 'chain' || note !== 'sent')
  return (
    <ol className={styles.steps}>
      {timeline.map(({ note, time }) => (
        <li key={note} className={styles.step}>
          <span>{i18n._(withdrawalStepLabels[note])}</span>
          <span className={styles.when}>{formatDateTime(time)}</span>
        </li>
      ))}
      {remainingSteps.map((note) => (
        <li key={note} className={styles.step} data-open>
          <span>{i18n._(withdrawalStepLabels[note])}</span>
          <span className={styles.when}>
            <Trans>still to come</Trans>
          </span>
        </li>
      ))}
    </ol>
  )
}
