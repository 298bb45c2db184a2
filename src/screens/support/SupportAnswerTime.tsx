import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSystemSettings } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { supportAnswerHours, complaintAnswerWeeks, type SupportTicketTopic } from '#contract/calls/support.ts'
import { formatSecondsAsDuration } from '#i18n/formatDuration.ts'
import styles from './Support.module.css'

const dayMs = 86_400_000

/** How long an answer may take, how long it took lately by the published numbers, and that in the sandbox there may be nobody. */
export function SupportAnswerTime({ topic }: { topic: SupportTicketTopic | undefined }) {
  const env = useSystemSettings()?.env
  const { data } = useQuery({ ...apiReadQuery(fairness.stats, {}), retry: false })
  const isComplaint = topic === 'complaint'
  const seconds = isComplaint ? data?.stats.support.medianAnswerSeconds : data?.stats.support.ticketMedianAnswerSeconds
  const days = data ? Math.round((data.stats.toMs - data.stats.fromMs) / dayMs) : 0
  const span = seconds === null || seconds === undefined ? undefined : formatSecondsAsDuration(seconds)
  return (
    <p className={styles.quiet}>
      {isComplaint ? (
        <Trans>A person of our staff answers a complaint within {complaintAnswerWeeks} weeks.</Trans>
      ) : (
        <Trans>A person of our staff answers within {supportAnswerHours} hours.</Trans>
      )}{' '}
      {span !== undefined && (
        <Trans>
          In the last {days} days half had an answer within {span}.
        </Trans>
      )}{' '}
      {env === 'sandbox' && <Trans>In this sandbox a program answers first, and there may be nobody on duty.</Trans>}
    </p>
  )
}
