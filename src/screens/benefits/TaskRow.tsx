import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { benefits, type Task } from '#contract/calls/benefits.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Check } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { ValueRow } from '#widgets/ValueRow.tsx'
import styles from './Benefits.module.css'
import { useTaskWords } from './useTaskWords.ts'

/** Where each task is done. */
const places = {
  readPrices: { to: path.article, search: { id: 'how-prices-are-made' } },
  riskQuiz: { to: path.suitability },
  secondFactor: { to: path.security },
  verifySettlement: { to: path.balanceRecords },
  setLimit: { to: path.limits },
  demoStop: { to: path.contracts },
  basicKyc: { to: path.verification },
} as const satisfies Record<Task['id'], object>

/** A task: the way to where it is done, the button that collects what it brings, or when that was. */
export function TaskRow({ task, canClaim }: { task: Task; canClaim: boolean }) {
  const { titles, hints, brings } = useTaskWords()
  const { id, state, reward, claimTime } = task
  if (state === 'todo') {
    return (
      <RowLink
        {...places[id]}
        leading={<span className={styles.todo} aria-hidden="true" />}
        title={titles[id]}
        subtitle={
          <>
            {hints[id]}
            <br />
            <span className={styles.brings}>{brings(reward)}</span>
          </>
        }
      />
    )
  }
  if (state === 'claimed') {
    const time = formatTime(claimTime ?? 0)
    return (
      <ValueRow
        leading={<Check />}
        title={titles[id]}
        subtitle={
          <>
            {brings(reward)}
            <br />
            <Trans>Collected {time}</Trans>
          </>
        }
      />
    )
  }
  return <Done task={task} canClaim={canClaim} />
}

function Done({ task: { id, reward }, canClaim }: { task: Task; canClaim: boolean }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { titles, brings } = useTaskWords()
  // Repeats of the same press are one: it can be given only once anyway.
  const [requestId] = useState(newRequestId)
  const what = brings(reward)
  const claim = useWrite(benefits.claimBenefit, { errors: 'inline' })
  const collect = () =>
    claim.mutate(
      { body: { taskId: id }, requestId },
      {
        onSuccess: () =>
          toast(reward.kind === 'voucher' ? t`The voucher is yours. It pays your next fees.` : t`It is in your demo book.`, {
            tone: 'good',
          }),
      },
    )
  return (
    <>
      <ValueRow
        leading={<Check />}
        title={titles[id]}
        subtitle={
          <>
            <Trans context="a task">Done</Trans>
            <br />
            <span className={styles.brings}>{what}</span>
          </>
        }
        value={
          canClaim && (
            <Button
              busy={claim.isPending}
              disabled={!isOnline}
              reason={isOnline ? undefined : t`Needs a connection`}
              aria-label={t`Collect: ${what}`}
              onClick={collect}
            >
              <Trans context="what a task brings">Collect</Trans>
            </Button>
          )
        }
      />
      {claim.error && (
        <div className={styles.failure}>
          <Failure failure={claim.error} />
        </div>
      )}
    </>
  )
}
