import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import type { User } from '#contract/calls/account.ts'
import { type Application, verification } from '#contract/calls/verification.ts'
import { wireDay } from '#contract/time.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { detailsFault, detailsFields } from './detailsFaults.ts'
import { LastStep } from './LastStep.tsx'
import { documentPhotos, type PaperFields } from './papers.ts'
import { PhotoSlot } from './PhotoSlot.tsx'
import { SandboxNote } from './SandboxNote.tsx'
import { useFirstFault } from './useFirstFault.ts'
import { useHandIn } from './useHandIn.ts'
import { type PapersState, usePapers } from './usePapers.ts'
import styles from './Verification.module.css'

export const Route = createFileRoute('/_signedIn/shenfenRenzheng')({ component: Verification })

/** Basic verification in three steps: details, document, face (product §4.2 row 10). */
function Verification() {
  const { t } = useLingui()
  const user = useUser()
  const asked = useQuery(query(verification.applications, {}))
  if (user?.isGuest === 1)
    return (
      <Shown>
        <Empty
          text={t`Guests have the demo book, which asks for nothing. Add an email or mobile number first.`}
          action={
            <ButtonLink to={path.addSignIn}>
              <Trans>Keep this account</Trans>
            </ButtonLink>
          }
        />
      </Shown>
    )
  if (!user || !asked.data)
    return (
      <Shown>
        {asked.error ? (
          <FailedRead
            title={t`Your verification could not be read`}
            error={asked.error}
            busy={asked.isFetching}
            onRetry={() => void asked.refetch()}
          />
        ) : (
          <Skeleton lines={8} />
        )}
      </Shown>
    )
  const last = asked.data.find(({ level }) => level === 1)
  if (last && !last.canResubmit)
    return (
      <Shown>
        <Empty
          text={last.status === 0 ? t`Your papers are being checked.` : t`Your identity is verified.`}
          action={
            <ButtonLink to={path.verificationResult} kind="secondary">
              <Trans>See how it stands</Trans>
            </ButtonLink>
          }
        />
      </Shown>
    )
  return <Steps user={user} last={last} />
}

function Shown({ bottom, children }: { bottom?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Verify your identity`} back={path.me} bottom={bottom}>
      {children}
    </ScreenLayout>
  )
}

/** What is known of the person already, so that it is not typed again. */
const knownOf = ({ personal, country }: User): Partial<PaperFields> => ({
  ...(personal && {
    surname: personal.surname,
    firstName: personal.firstName,
    birthday: personal.birthday,
    gender: personal.gender === 2 ? '2' : '1',
  }),
  country: personal?.country ?? country,
})

function Steps({ user, last }: { user: User; last: Application | undefined }) {
  const state = usePapers(knownOf(user))
  const toFix = last?.fieldsToFix ?? []
  return state ? (
    <Form state={state} toFix={toFix} />
  ) : (
    <Shown>
      <Skeleton lines={8} />
    </Shown>
  )
}

function Form({ state, toFix }: { state: PapersState; toFix: readonly string[] }) {
  const { t } = useLingui()
  const { papers, change, setPhoto } = state
  const [isTried, setTried] = useState(false)
  const failed = useFirstFault()
  const navigate = useNavigate()
  const handing = useHandIn(state, () => void navigate({ to: path.verificationResult, replace: true }))
  const isOffline = useConnection() === 'offline'
  const { step } = papers
  const titles = { 1: t`Your details`, 2: t`Your document`, 3: t`Your face` }
  const today = wireDay(serverNow())
  const missing = documentPhotos(papers.idType).filter((name) => !papers.photos[name] && !papers.fileIds[name])
  const goTo = (next: 1 | 2 | 3): void => {
    setTried(false)
    change({ step: next })
    window.scrollTo(0, 0)
  }
  const goOn = (): void => {
    const isFine = step === 1 ? !detailsFields.some((field) => detailsFault(papers, field, today)) : missing.length === 0
    if (isFine) goTo(step === 1 ? 2 : 3)
    else {
      setTried(true)
      failed()
    }
  }
  const hasFace = papers.photos.selfieImg !== undefined || papers.fileIds.selfieImg !== undefined
  const stop = !hasFace ? t`The photo of your face is missing` : !papers.agreed ? t`Please agree to the use of your data` : undefined
  return (
    <Shown
      bottom={
        <>
          {step === 3 ? (
            <Button
              size="large"
              wide
              busy={handing.isBusy}
              disabled={stop !== undefined || isOffline}
              reason={stop ?? (isOffline ? t`Needs a connection. What you took stays here, sealed, for a day.` : undefined)}
              onClick={handing.handIn}
            >
              {handing.failure ? <Trans>Hand in again</Trans> : <Trans context="papers">Hand in</Trans>}
            </Button>
          ) : (
            <Button size="large" wide onClick={goOn}>
              <Trans>Next</Trans>
            </Button>
          )}
          {step > 1 && (
            <Button kind="quiet" wide disabled={handing.isBusy} onClick={() => goTo(step === 3 ? 2 : 1)}>
              <Trans>Back</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={styles.step}>
        <p className={styles.quiet}>
          <Trans>Step {step} of 3</Trans>
        </p>
        <Progress label={t`Steps done`} value={(step - 1) / 3} />
        <h2>{titles[step]}</h2>
      </div>
      {step === 1 && (
        <>
          <SandboxNote />
          <DetailsStep papers={papers} change={change} isTried={isTried} toFix={toFix} />
        </>
      )}
      {step === 2 && (
        <div className={styles.form}>
          {documentPhotos(papers.idType).map((name) => (
            <PhotoSlot
              key={name}
              name={name}
              file={papers.photos[name]}
              onChange={(file) => setPhoto(name, file)}
              isToFix={toFix.includes(name)}
              failure={isTried && missing.includes(name) ? t`This picture is missing` : undefined}
            />
          ))}
        </div>
      )}
      {step === 3 && <LastStep state={state} handing={handing} toFix={toFix} />}
    </Shown>
  )
}
