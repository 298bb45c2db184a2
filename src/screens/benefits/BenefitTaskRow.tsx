import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { benefits, type RewardTask } from '#contract/calls/benefits.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { ValueRow } from '#widgets/money/ValueRow.tsx'
import styles from './Benefits.module.css'
import { useBenefitTaskTexts } from './useTaskWords.ts'

/** Where each task is done. */
const places = {
  readPrices: { to: path.article, search: { id: 'how-prices-are-made' } },
  riskQuiz: { to: path.suitability },
  secondFactor: { to: path.security },
  verifySettlement: { to: path.balanceRecords },
  setLimit: { to: path.limits },
  demoStop: { to: path.contracts },
  basicKyc: { to: path.verification },
} as const satisfies Record<RewardTask['id'], object>

/** A task: the way to where it is done, the button that collects what it brings, or when that was. */
export function BenefitTaskRow({ task, canClaim }: { task: RewardTask; canClaim: boolean }) {
  const { titles, hints, brings } = useBenefitTaskTexts()
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
    const time = formatDateTime(claimTime ?? 0)
    return (
      <ValueRow
        leading={<CheckIcon />}
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
  return <ClaimableReward task={task} canClaim={canClaim} />
}

function ClaimableReward({ task: { id, reward }, canClaim }: { task: RewardTask; canClaim: boolean }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { titles, brings } = useBenefitTaskTexts()
  // Repeats of the same press are one: it can be given only once anyway.
  const ids = useRequestIds()
  const what = brings(reward)
  const claim = useApiWrite(benefits.claimBenefit, { errors: 'inline' })
  const claimReward = () =>
    claim.mutate(
      { body: { taskId: id }, requestId: ids.of() },
      {
        onSuccess: () =>
          showToast(reward.kind === 'voucher' ? t`The voucher is yours. It pays your next fees.` : t`It is in your demo book.`, {
            tone: 'good',
          }),
      },
    )
  return (
    <>
      <ValueRow
        leading={<CheckIcon />}
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
              onClick={claimReward}
            >
              <Trans context="what a task brings">Collect</Trans>
            </Button>
          )
        }
      />
      {claim.error && (
        <div className={styles.failure}>
          <ErrorMessage failure={claim.error} />
        </div>
      )}
    </>
  )
}
