import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { meQuery, useSystemSettings, useUser } from '#api/person.ts'
import { onUserStreamEvent } from '#api/stream/personStream.ts'
import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { type KycApplication, kycApplicationStatus, verification } from '#contract/calls/verification.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons/icons.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { SandboxReviewWait } from './SandboxReviewWait.tsx'
import { useVerificationFieldNames } from './useDetailsErrorMessages.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Verification.module.css'

export const Route = createFileRoute('/_signedIn/renzhengResult')({ component: VerificationResult })

// The decision is pushed; asking is for where the push does not get through.
const askAgainMs = { sandbox: 3_000, production: 60_000 }

/** How the verification stands: waiting, what to fix, or what it opened. */
function VerificationResult() {
  const { t } = useLingui()
  const user = useUser()
  const env = useSystemSettings()?.env ?? 'production'
  const isOnline = useIsOnline()
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...apiReadQuery(verification.applications, {}),
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === kycApplicationStatus.waiting) === true && askAgainMs[env],
  })
  useEffect(
    () =>
      onUserStreamEvent(({ t: about }) => {
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
      chips={data && (error || !isOnline) ? <DataAgeChip at={dataAsOf(data, dataUpdatedAt)} /> : undefined}
    >
      {!data ? (
        error ? (
          <LoadErrorState title={t`Your verification could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )
      ) : !basic ? (
        <EmptyState
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
            <ApplicationStatus of={basic} retryPath={path.verification} openedFeatures={<BasicOpened />} />
          </Section>
          {(basic.status === 1 || advanced) && <Advanced application={advanced} />}
          <ButtonLink to={path.article} search={{ id: 'verify-identity' }} kind="quiet">
            <Trans>How verification works</Trans>
          </ButtonLink>
        </>
      )}
    </ScreenLayout>
  )
}

interface StandProps {
  of: KycApplication
  retryPath: typeof path.verification | typeof path.advancedVerification
  openedFeatures: ReactNode
}

function ApplicationStatus({ of: application, retryPath, openedFeatures }: StandProps) {
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const by = formatDateTime(application.reviewBy)
  const at = formatDateTime(application.submitTime)
  if (application.status === 0)
    return (
      <Card>
        <Stack gap={4} className={styles.words}>
          <p className={styles.strong} role="status">
            <Trans>Being checked</Trans>
          </p>
          {isSandbox ? (
            <SandboxReviewWait since={application.submitTime} />
          ) : (
            <p>
              <Trans>You will know by {by} at the latest. Nothing has to be done until then.</Trans>
            </p>
          )}
          <p className={styles.quiet}>
            <Trans>Handed in {at}</Trans>
          </p>
        </Stack>
      </Card>
    )
  if (application.status === 2) return <Rejected one={application} retryPath={retryPath} />
  const tail = application.documentTail
  const until = application.closesTime === undefined ? '' : formatDateTime(application.closesTime)
  return (
    <Card tone={application.needsUpdate ? 'warn' : 'plain'}>
      <Stack gap={4} className={styles.words}>
        <p className={styles.standing} data-fine={application.needsUpdate ? undefined : ''} role="status">
          {application.needsUpdate ? <WarningIcon /> : <CheckIcon />}
          {application.needsUpdate ? <Trans>A new document is needed</Trans> : <Trans>Verified</Trans>}
        </p>
        {application.needsUpdate ? (
          <p>
            <Trans>
              Your document is no longer valid. Everything goes on until {until}; withdrawals to your known addresses stay open after that.
            </Trans>
          </p>
        ) : (
          openedFeatures
        )}
        {tail !== '' && (
          <p className={styles.quiet}>
            <Trans>Document ending in {tail}</Trans>
          </p>
        )}
        {application.canResubmit && (
          <ButtonLink to={retryPath} kind={application.needsUpdate ? 'primary' : 'secondary'}>
            <Trans>Hand in a new document</Trans>
          </ButtonLink>
        )}
      </Stack>
    </Card>
  )
}

function Rejected({
  one: { reasonText, fieldsToFix, canResubmit },
  retryPath,
}: {
  one: KycApplication
  retryPath: StandProps['retryPath']
}) {
  const names = useVerificationFieldNames()
  return (
    <Card tone="warn">
      <Stack gap={4} className={styles.words}>
        <p className={styles.standing} role="status">
          <WarningIcon />
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
            <ButtonLink to={retryPath}>
              <Trans>Change and hand in again</Trans>
            </ButtonLink>
          </>
        )}
      </Stack>
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

/** The second level: how it stands, or the way to it. */
function Advanced({ application: advanced }: { application: KycApplication | undefined }) {
  const { t } = useLingui()
  return (
    <Section title={t`Advanced verification`}>
      {advanced ? (
        <ApplicationStatus of={advanced} retryPath={path.advancedVerification} openedFeatures={<AdvancedOpened />} />
      ) : (
        <Card>
          <Stack gap={4} className={styles.words}>
            <p>
              <Trans>Higher daily withdrawals and a higher loan limit. It takes a proof of address and a few answers.</Trans>
            </p>
            <ButtonLink to={path.advancedVerification} kind="secondary">
              <Trans>Begin</Trans>
            </ButtonLink>
          </Stack>
        </Card>
      )}
    </Section>
  )
}
