import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { User } from '#contract/calls/account.ts'
import { type KycApplication, verification } from '#contract/calls/verification.ts'
import { serverDayAt } from '#contract/time.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { VerificationDetailsStep } from './VerificationDetailsStep.tsx'
import { findVerificationDetailsFieldError, verificationDetailsFields } from './detailsErrors.ts'
import { VerificationSelfieStep } from './VerificationSelfieStep.tsx'
import { documentPhotoNamesOfType, type BasicVerificationFields } from './verificationForm.ts'
import { VerificationPhotoSlot } from './VerificationPhotoSlot.tsx'
import { SandboxVerificationNotice } from './SandboxVerificationNotice.tsx'
import { useFocusFirstError } from './useFirstError.ts'
import { useSubmitBasicVerification } from './useSubmitBasicVerification.ts'
import { type BasicVerificationFormState, useBasicVerificationForm } from './useBasicVerificationForm.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Verification.module.css'

export const Route = createFileRoute('/_signedIn/shenfenRenzheng')({ component: Verification })

/** Basic verification in three steps: details, document, face. */
function Verification() {
  const { t } = useLingui()
  const user = useUser()
  const applicationsQuery = useQuery(apiReadQuery(verification.applications, {}))
  if (user?.isGuest === 1)
    return (
      <VerificationLayout>
        <EmptyState
          text={t`Guests have the demo book, which asks for nothing. Add an email or mobile number first.`}
          action={
            <ButtonLink to={path.addSignIn}>
              <Trans>Keep this account</Trans>
            </ButtonLink>
          }
        />
      </VerificationLayout>
    )
  if (!user || !applicationsQuery.data)
    return (
      <VerificationLayout>
        {applicationsQuery.error ? (
          <LoadErrorState
            title={t`Your verification could not be read`}
            error={applicationsQuery.error}
            busy={applicationsQuery.isFetching}
            onRetry={() => void applicationsQuery.refetch()}
          />
        ) : (
          <Skeleton lines={8} />
        )}
      </VerificationLayout>
    )
  const lastApplication = applicationsQuery.data.find(({ level }) => level === 1)
  if (lastApplication && !lastApplication.canResubmit)
    return (
      <VerificationLayout>
        <EmptyState
          text={lastApplication.status === 0 ? t`Your papers are being checked.` : t`Your identity is verified.`}
          action={
            <ButtonLink to={path.verificationResult} kind="secondary">
              <Trans>See how it stands</Trans>
            </ButtonLink>
          }
        />
      </VerificationLayout>
    )
  return <Steps user={user} last={lastApplication} />
}

function VerificationLayout({ bottom, children }: { bottom?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Verify your identity`} back={path.me} bottom={bottom}>
      {children}
    </ScreenLayout>
  )
}

/** What is known of the person already, so that it is not typed again. */
const knownIdentityOf = ({ personal, country }: User): Partial<BasicVerificationFields> => ({
  ...(personal && {
    surname: personal.surname,
    firstName: personal.firstName,
    birthday: personal.birthday,
    gender: personal.gender === 2 ? '2' : '1',
  }),
  country: personal?.country ?? country,
})

function Steps({ user, last: lastApplication }: { user: User; last: KycApplication | undefined }) {
  const state = useBasicVerificationForm(knownIdentityOf(user))
  const toFix = lastApplication?.fieldsToFix ?? []
  return state ? (
    <Form state={state} toFix={toFix} />
  ) : (
    <VerificationLayout>
      <Skeleton lines={8} />
    </VerificationLayout>
  )
}

function Form({ state, toFix }: { state: BasicVerificationFormState; toFix: readonly string[] }) {
  const { t } = useLingui()
  const { papers, change, setPhoto } = state
  const [isTried, setTried] = useState(false)
  const focusFirstError = useFocusFirstError()
  const navigate = useNavigate()
  const submission = useSubmitBasicVerification(state, () => void navigate({ to: path.verificationResult, replace: true }))
  const isOffline = useStreamConnectionState() === 'offline'
  const { step } = papers
  const titles = { 1: t`Your details`, 2: t`Your document`, 3: t`Your face` }
  const today = serverDayAt(serverNow())
  const missing = documentPhotoNamesOfType(papers.idType).filter((name) => !papers.photos[name] && !papers.fileIds[name])
  const goToStep = (next: 1 | 2 | 3): void => {
    setTried(false)
    change({ step: next })
    window.scrollTo(0, 0)
  }
  const continueStep = (): void => {
    const isFine =
      step === 1
        ? !verificationDetailsFields.some((field) => findVerificationDetailsFieldError(papers, field, today))
        : missing.length === 0
    if (isFine) goToStep(step === 1 ? 2 : 3)
    else {
      setTried(true)
      focusFirstError()
    }
  }
  const hasFace = papers.photos.selfieImg !== undefined || papers.fileIds.selfieImg !== undefined
  const stop = !hasFace ? t`The photo of your face is missing` : !papers.agreed ? t`Please agree to the use of your data` : undefined
  return (
    <VerificationLayout
      bottom={
        <>
          {step === 3 ? (
            <Button
              size="large"
              wide
              busy={submission.isBusy}
              disabled={stop !== undefined || isOffline}
              reason={stop ?? (isOffline ? t`Needs a connection. What you took stays here, sealed, for a day.` : undefined)}
              onClick={submission.handIn}
            >
              {submission.failure ? <Trans>Hand in again</Trans> : <Trans context="papers">Hand in</Trans>}
            </Button>
          ) : (
            <Button size="large" wide onClick={continueStep}>
              <Trans>Next</Trans>
            </Button>
          )}
          {step > 1 && (
            <Button kind="quiet" wide disabled={submission.isBusy} onClick={() => goToStep(step === 3 ? 2 : 1)}>
              <Trans>Back</Trans>
            </Button>
          )}
        </>
      }
    >
      <Stack gap={2} className={styles.step}>
        <p className={styles.quiet}>
          <Trans>Step {step} of 3</Trans>
        </p>
        <ProgressBar label={t`Steps done`} value={(step - 1) / 3} />
        <h2>{titles[step]}</h2>
      </Stack>
      {step === 1 && (
        <>
          <SandboxVerificationNotice />
          <VerificationDetailsStep papers={papers} change={change} isTried={isTried} toFix={toFix} />
        </>
      )}
      {step === 2 && (
        <Stack gap={4}>
          {documentPhotoNamesOfType(papers.idType).map((name) => (
            <VerificationPhotoSlot
              key={name}
              name={name}
              file={papers.photos[name]}
              onChange={(file) => setPhoto(name, file)}
              isToFix={toFix.includes(name)}
              failure={isTried && missing.includes(name) ? t`This picture is missing` : undefined}
            />
          ))}
        </Stack>
      )}
      {step === 3 && <VerificationSelfieStep state={state} handing={submission} toFix={toFix} />}
    </VerificationLayout>
  )
}
