import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { madeAt } from '#api/age.ts'
import { meQuery, useSystemSettings, useUser } from '#api/person.ts'
import { onUserEvent } from '#api/personStream.ts'
import { query } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { type Application, kycStatus, verification } from '#contract/calls/verification.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Check, Warning } from '#ui/icons.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { SandboxWait } from './SandboxWait.tsx'
import { useFieldNames } from './useDetailsWords.ts'
import styles from './Verification.module.css'

export const Route = createFileRoute('/_signedIn/renzhengResult')({ component: VerificationResult })

// The decision is pushed; asking is for where the push does not get through.
const askAgainMs = { sandbox: 3_000, production: 60_000 }

/** How the verification stands: waiting, what to fix, or what it opened (product §4.2 row 12). */
function VerificationResult() {
  const { t } = useLingui()
  const user = useUser()
  const env = useSystemSettings()?.env ?? 'production'
  const isOnline = useIsOnline()
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...query(verification.applications, {}),
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === kycStatus.waiting) === true && askAgainMs[env],
  })
  useEffect(
    () =>
      onUserEvent(({ t: about }) => {
        if (about === 'kyc' || about === 'missed') void refetch()
      }),
    [refetch],
  )
  const basic = data?.find(({ level }) => level === 1)
  const advanced = data?.find(({ level }) => level === 2)
  // The edge opens with the decision; what the person may do is asked for again with it.
  const isStale = basic?.status === 1 && user?.kycStatus === 0
  useEffect(() => {
    if (isStale) void queryClient.invalidateQueries({ queryKey: meQuery().queryKey })
  }, [isStale])
  return (
    <ScreenLayout
      title={t`Verification`}
      back={path.me}
      chips={data && (error || !isOnline) ? <AgeChip at={madeAt(data, dataUpdatedAt)} /> : undefined}
    >
      {!data ? (
        error ? (
          <FailedRead title={t`Your verification could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )
      ) : !basic ? (
        <Empty
          text={t`You have not handed in any papers yet.`}
          action={
            <ButtonLink to={path.verification}>
              <Trans>Verify your identity</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <>
          <Section title={t`Basic verification`}>
            <Stand of={basic} again={path.verification} opened={<BasicOpened />} />
          </Section>
          {(basic.status === 1 || advanced) && (
            <Section title={t`Advanced verification`}>
              {advanced ? (
                <Stand of={advanced} again={path.advancedVerification} opened={<AdvancedOpened />} />
              ) : (
                <Card>
                  <div className={styles.words}>
                    <p>
                      <Trans>Higher daily withdrawals and a higher loan limit. It takes a proof of address and a few answers.</Trans>
                    </p>
                    <ButtonLink to={path.advancedVerification} kind="secondary">
                      <Trans>Begin</Trans>
                    </ButtonLink>
                  </div>
                </Card>
              )}
            </Section>
          )}
          <ButtonLink to={path.article} search={{ id: 'verify-identity' }} kind="quiet">
            <Trans>How verification works</Trans>
          </ButtonLink>
        </>
      )}
    </ScreenLayout>
  )
}

interface StandProps {
  of: Application
  again: typeof path.verification | typeof path.advancedVerification
  opened: ReactNode
}

function Stand({ of: one, again, opened }: StandProps) {
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const by = formatTime(one.reviewBy)
  const at = formatTime(one.submitTime)
  if (one.status === 0)
    return (
      <Card>
        <div className={styles.words}>
          <p className={styles.strong} role="status">
            <Trans>Being checked</Trans>
          </p>
          {isSandbox ? (
            <SandboxWait since={one.submitTime} />
          ) : (
            <p>
              <Trans>You will know by {by} at the latest. Nothing has to be done until then.</Trans>
            </p>
          )}
          <p className={styles.quiet}>
            <Trans>Handed in {at}</Trans>
          </p>
        </div>
      </Card>
    )
  if (one.status === 2) return <Rejected one={one} again={again} />
  const tail = one.documentTail
  const until = one.closesTime === undefined ? '' : formatTime(one.closesTime)
  return (
    <Card tone={one.needsUpdate ? 'warn' : 'plain'}>
      <div className={styles.words}>
        <p className={styles.standing} data-fine={one.needsUpdate ? undefined : ''} role="status">
          {one.needsUpdate ? <Warning /> : <Check />}
          {one.needsUpdate ? <Trans>A new document is needed</Trans> : <Trans>Verified</Trans>}
        </p>
        {one.needsUpdate ? (
          <p>
            <Trans>
              Your document is no longer valid. Everything goes on until {until}; withdrawals to your known addresses stay open after that.
            </Trans>
          </p>
        ) : (
          opened
        )}
        {tail !== '' && (
          <p className={styles.quiet}>
            <Trans>Document ending in {tail}</Trans>
          </p>
        )}
        {one.canResubmit && (
          <ButtonLink to={again} kind={one.needsUpdate ? 'primary' : 'secondary'}>
            <Trans>Hand in a new document</Trans>
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

function Rejected({ one: { reasonText, fieldsToFix, canResubmit }, again }: { one: Application; again: StandProps['again'] }) {
  const names = useFieldNames()
  return (
    <Card tone="warn">
      <div className={styles.words}>
        <p className={styles.standing} role="status">
          <Warning />
          <Trans>Something has to be changed</Trans>
        </p>
        <p>{reasonText}</p>
        {fieldsToFix.length > 0 && (
          <ul className={styles.list}>
            {fieldsToFix.map((field) => (
              <li key={field}>{names[field] ?? field}</li>
            ))}
          </ul>
        )}
        {canResubmit && (
          <>
            <p className={styles.quiet}>
              <Trans>You can hand it in again at once, up to five times a day. It never costs anything.</Trans>
            </p>
            <ButtonLink to={again}>
              <Trans>Change and hand in again</Trans>
            </ButtonLink>
          </>
        )}
      </div>
    </Card>
  )
}

const BasicOpened = () => (
  <>
    <p>
      <Trans>This is open to you now:</Trans>
    </p>
    <ul className={styles.list}>
      <li>
        <Trans context="what is open to somebody">Deposits and withdrawals</Trans>
      </li>
      <li>
        <Trans>The real book, as far as your country has it</Trans>
      </li>
      <li>
        <Trans>Withdrawals worth 5,000 USDT a day</Trans>
      </li>
    </ul>
  </>
)

const AdvancedOpened = () => (
  <p>
    <Trans>Withdrawals worth 50,000 USDT a day and more, by your level.</Trans>
  </p>
)
